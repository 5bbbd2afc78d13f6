// Removes from a name what the server would refuse (docs/protocol.md, Names), so that pasted or old names are accepted.
const LONGEST = 24; // characters
const BAD = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Cc}\p{Co}\p{Cs}\p{NChar}\u2800\ufff9-\ufffc]/gu;
const EMOJI_BEFORE = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?$/u,
  EMOJI_AFTER = /^\p{Extended_Pictographic}/u;

// parts of an emoji sequence
const joins = (sign: string, before: string, after: string): boolean =>
  EMOJI_BEFORE.test(before) &&
  (sign === '\ufe0f' ? !before.endsWith(sign) : sign === '\u200d' && EMOJI_AFTER.test(after));

export function cleanName(text: string): string {
  const spaced = text.replace(/[\p{Z}\s]+/gu, ' ');
  const seen = spaced.replace(BAD, (sign: string, at: number) =>
    joins(sign, spaced.slice(0, at), spaced.slice(at + 1)) ? sign : '',
  );
  return [
    ...seen
      .replace(/(^| )\p{M}+/gu, '$1')
      .replace(/ +/g, ' ')
      .trim(),
  ]
    .slice(0, LONGEST)
    .join('')
    .trim();
}

/**
 * Removes bidirectional controls, which reorder the text around them, from a line of chat. Keeps marks that scripts
 * need.
 */
export const cleanLine = (text: string): string => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '').trim();
