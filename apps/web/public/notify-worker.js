// Shows push messages of the server while no page is open. The payload is made by web-push.notifier.ts.
self.addEventListener('push', (event) => {
  const { id, title, body, url, icon } = event.data.json();
  const options = { body, tag: id, data: { url }, ...(icon === '' ? {} : { icon }) };
  event.waitUntil(self.registration.showNotification(title, options));
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { url } = event.notification.data;
  event.waitUntil(self.clients.openWindow(url === '' ? self.registration.scope : url));
});
