// Keeps the whole companion on the device, so that it works without a network.

const device = /** @type {any} */ (self);
const TABLE_FILES = "grognard-table";

device.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil((async () => {
    const files = await (await fetch("files.json", { cache: "no-store" })).json();
    const kept = await caches.open(TABLE_FILES);
    await kept.addAll(files);
    await device.skipWaiting();
  })());
});

device.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(device.clients.claim());
});

// From the network while there is one, so that nothing goes stale; else what was kept.
device.addEventListener("fetch", (/** @type {any} */ event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).pathname.includes("/evenings/")) return;
  event.respondWith((async () => {
    const kept = await caches.open(TABLE_FILES);
    try {
      const answer = await fetch(event.request);
      if (answer.ok) await kept.put(event.request, answer.clone());
      return answer;
    } catch (error) {
      const found = await kept.match(event.request, { ignoreSearch: true });
      if (found) return found;
      throw error;
    }
  })());
});
