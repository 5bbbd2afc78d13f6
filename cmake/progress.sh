# Sourced by ./setup and ./run. `command 2>&1 | show_progress LOG` writes everything into LOG and shows how far the command is:
# on a terminal in one line that changes, elsewhere in a line every 15 seconds. It understands
#   Building the page ...           a step begins
#   [ 45% 30/66] Building x.cpp     ninja with NINJA_STATUS="[%p %f/%t] ", bindings/wasm/build
#   dlstatus:... pmstatus:...       apt-get with APT::Status-Fd

progress_line() {  # TEXT, cut to the width of the terminal
  if [[ -t 1 ]]; then
    printf '\r\033[K%.*s' "$(($(tput cols 2>/dev/null || echo 80) - 1))" "$1"
  elif ((SECONDS - progress_shown >= 15)); then
    printf '%s\n' "$1"
    progress_shown=$SECONDS
  fi
}

show_progress() {
  local line step='' progress_shown=$SECONDS
  while IFS= read -r line; do
    printf '%s\n' "$line" >>"$1"
    if [[ $line =~ ^\[\ *([0-9]+)%\ ([0-9]+)/([0-9]+)\]\ (.*) ]]; then
      progress_line "$step ${BASH_REMATCH[1]}% (${BASH_REMATCH[2]} of ${BASH_REMATCH[3]}) ${BASH_REMATCH[4]##*/}"
    elif [[ $line =~ ^(dl|pm)status:([^:]*):([0-9]+)[.0-9]*:(.*) ]]; then
      progress_line "$step ${BASH_REMATCH[3]}% ${BASH_REMATCH[4]}"
    elif [[ $line == [A-Z]*' ...' ]]; then
      step=$line
      if [[ -t 1 ]]; then progress_line "$step"; else printf '%s\n' "$step"; fi
    fi
  done
  [[ ! -t 1 ]] || printf '\r\033[K'
}
