// Only for notifications where the page itself may not show them, and for their clicks. It stores nothing and answers no request.
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path ?? "/"));
});

async function open(path) {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages[0];
  if (page === undefined) return clients.openWindow(path);
  // A browser may refuse the focus; the question is open all the same.
  await page.focus().catch(() => {});
  page.postMessage({ type: "open", path });
}
