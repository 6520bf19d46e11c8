// Only shows notifications if the page itself may not, and handles their clicks. It stores nothing and answers no requests.
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path ?? "/"));
});

async function open(path) {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages[0];
  if (page === undefined) return clients.openWindow(path);
  // A browser may refuse the focus; the question opens anyway.
  await page.focus().catch(() => {});
  page.postMessage({ type: "open", path });
}
