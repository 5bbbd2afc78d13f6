// The service worker: opens the page without a server, always all files from one build. tools/offline.mjs fills in the
// list of files. The server's answers (api, ws, healthz, metrics) never pass through it.
const VERSION = '__VERSION__';
const FILES = __FILES__;
const PAGE = '__PAGE__'; // SHA-256 of index.html, the only file name that all builds share
const NAME = `perron-${VERSION}`;
const PATIENCE = 3000; // for the server to deliver the page, ms
const base = new URL('./', self.location.href);
const paths = new Set(FILES.map((file) => new URL(file, base).pathname));
const index = new URL('./index.html', base).href;

const sha256 = async (response) =>
  [...new Uint8Array(await crypto.subtle.digest('SHA-256', await response.arrayBuffer()))]
    .map((b) => b.toString(16).padStart(2, '0'))
    .join('');
const ours = async () => (await caches.keys()).filter((name) => name.startsWith('perron-'));

// Caches all files or none, the page first: if the server has another build by now, nothing else is fetched. Names
// below assets/ contain a content hash, so files cached by an older build are reused.
async function fill() {
  const cache = await caches.open(NAME);
  const put = async (file, checked) => {
    const url = new URL(file, base).href,
      kept = file.startsWith('assets/') ? await caches.match(url) : undefined;
    const response = kept ?? (await fetch(url, { cache: 'no-cache' }));
    if (!response.ok) throw new Error(`${response.status} ${url}`);
    if (checked && (await sha256(response.clone())) !== PAGE) throw new Error('the server has another build by now');
    await cache.put(url, response);
  };
  await put('index.html', true);
  const done = await Promise.allSettled(FILES.filter((file) => file !== 'index.html').map((file) => put(file, false)));
  const failed = done.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
}

self.addEventListener('install', (event) =>
  event.waitUntil(
    fill().then(
      () => self.skipWaiting(),
      async (error) => {
        await caches.delete(NAME);
        throw error;
      },
    ),
  ),
);

// Keeps the previous build until the next one: a page of it may still be open and request its own files.
self.addEventListener('activate', (event) =>
  event.waitUntil(
    (async () => {
      const old = (await ours()).filter((name) => name !== NAME);
      await Promise.all(old.slice(0, -1).map((name) => caches.delete(name)));
      await self.clients.claim();
    })(),
  ),
);

const fromCache = async (url) => (await (await caches.open(NAME)).match(url)) ?? (await caches.match(url));

// The page comes from the server if it answers, so that nobody stays on an old build; else from the cache.
function page(request) {
  const kept = () => fromCache(index);
  const fresh = fetch(request).then(
    async (response) => (response.ok ? response : ((await kept()) ?? response)),
    async (error) => (await kept()) ?? Promise.reject(error),
  );
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE)).then(kept).then((found) => found ?? fresh);
  return Promise.race([fresh, late]);
}

self.addEventListener('fetch', (event) => {
  const { request } = event,
    url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== base.origin) return;
  if (request.mode === 'navigate' && (url.pathname === base.pathname || url.pathname === new URL(index).pathname))
    event.respondWith(page(request));
  else if (paths.has(url.pathname) || url.pathname.startsWith(`${base.pathname}assets/`))
    event.respondWith(fromCache(url.href).then((kept) => kept ?? fetch(request)));
});

// A click on a notification opens its game, in an existing window if there is one.
self.addEventListener('notificationclick', (event) => {
  const url = event.notification.data ?? base.href;
  event.notification.close();
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then(async ([page]) => {
      if (!page) return self.clients.openWindow(url);
      await page.focus();
      if (page.url !== url) await page.navigate(url);
    }),
  );
});
