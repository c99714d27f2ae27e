// Notices while no page is open: the browser's push service, by way of a service worker.

import { api } from "./api.js";

const WORKER = "/notices.js";

/** Whether this browser, at this address, can take notices. */
export function pushPossible() {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

/** What this browser takes notices by, if it does. */
async function subscription() {
  const registration = await navigator.serviceWorker.getRegistration("/");
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Whether this browser takes notices. */
export async function pushHere() {
  return Boolean(pushPossible() && await subscription());
}

/**
 * Take notices in this browser.
 * @param {string} key the player's
 * @param {string} serverKey
 */
export async function startPush(key, serverKey) {
  if (await Notification.requestPermission() !== "granted") {
    throw new Error("The browser does not allow notices from this page: allow them in its settings.");
  }
  await navigator.serviceWorker.register(WORKER, { scope: "/" });
  const { pushManager } = await navigator.serviceWorker.ready;
  const found = await pushManager.subscribe({ userVisibleOnly: true,
    applicationServerKey: serverKey });
  const { endpoint = "", keys = {} } = found.toJSON();
  return api.addBrowser(key, { endpoint,
    keys: { p256dh: keys.p256dh ?? "", auth: keys.auth ?? "" } });
}

/** Take no more notices in this browser. @param {string} key the player's */
export async function stopPush(key) {
  const found = await subscription();
  await found?.unsubscribe();
  return api.endBrowser(key, found?.endpoint ?? "");
}
