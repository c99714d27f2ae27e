// Shows notices of the server while no page is open, and opens the game they are about.

/** @typedef {{title: string, body: string, url: string, tag: string}} Told */

/**
 * What this file uses of a service worker.
 * @typedef {{waitUntil(done: Promise<unknown>): void, data?: {json(): Told} | null,
 *   notification: Notification}} WorkerEvent
 * @typedef {{focus(): Promise<unknown>, navigate(address: string): Promise<unknown>}} OpenPage
 * @typedef {{addEventListener(name: string, hear: (event: WorkerEvent) => void): void,
 *   skipWaiting(): Promise<void>, registration: ServiceWorkerRegistration, location: Location,
 *   clients: {claim(): Promise<void>, openWindow(address: string): Promise<unknown>,
 *     matchAll(which: object): Promise<OpenPage[]>}}} NoticeWorker
 */

const worker = /** @type {NoticeWorker} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener("push", (event) => {
  /** @type {Told} */
  const told = event.data?.json() ?? { title: "Grognard", body: "", url: "/", tag: "" };
  event.waitUntil(worker.registration.showNotification(told.title, {
    body: told.body, tag: told.tag || "grognard", data: told.url,
    icon: "/static/icons/grognard.svg" }));
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(new URL(event.notification.data ?? "/", worker.location.origin).href));
});

/** Go to an address in a page that is open, or in a new one. @param {string} address */
async function show(address) {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find((page) => "navigate" in page);
  if (!open) return worker.clients.openWindow(address);
  await open.focus();
  return open.navigate(address);
}
