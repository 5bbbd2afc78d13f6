// A notification of the system. Where there is a service worker it shows it: some browsers know no other way.

export async function notify(
  title: string,
  { body, tag, url }: { body: string; tag: string; url: string },
): Promise<void> {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return;
  try {
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker?.active) return await worker.showNotification(title, { body, tag, data: url });
    const shown = new Notification(title, { body, tag });
    shown.onclick = () => {
      window.focus();
      location.href = url;
    };
  } catch {
    // then the title and the sound have to do
  }
}
