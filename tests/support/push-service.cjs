"use strict";
// Preloaded into a hub: what it sends to the push services of browsers goes to the stand-in of the test.
const services = /^https:\/\/(fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|web\.push\.apple\.com)\//;
const { fetch } = globalThis;
globalThis.fetch = (/** @type {string | URL | Request} */ url, /** @type {RequestInit | undefined} */ init) =>
  services.test(`${url}`)
    ? fetch(`${`${url}`.replace("https:/", process.env.TEST_PUSH_SERVICE ?? "")}`, init)
    : fetch(url, init);
