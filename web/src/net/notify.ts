// System notifications. A service worker shows them if there is one, because some browsers allow nothing else.

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
    // title and sound must suffice
  }
}
