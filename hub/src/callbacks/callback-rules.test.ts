import { expect, test } from "vitest";
import { isAllowable, toCallbackRules } from "./callback-rules.ts";

const none = toCallbackRules([]);
const some = toCallbackRules(["https://hooks.example.com", "http://10.1.2.3:5678", "192.168.7.0/24"]);

test.each(["http://127.0.0.1:9/x", "http://localhost:8080/run?id=1", "http://[::1]:1/", "https://127.9.9.9/"])(
  "%s is on this machine and needs no permission",
  (url) => expect(none.fault(url)).toBeNull(),
);

test.each([
  "https://hooks.example.com/x",
  "http://10.1.2.3:5678/x",
  "http://169.254.169.254/latest/meta-data",
  "http://localhost.evil.example/",
  "http://0.0.0.0:2255/",
  "http://[::ffff:10.0.0.1]/",
])("%s is refused unless the person lists it", (url) => expect(none.fault(url)).toContain("config.json"));

test.each(["ftp://127.0.0.1/x", "file:///etc/passwd", "127.0.0.1/x", "", "http://me:secret@127.0.0.1/"])(
  "%s is never an address to post to",
  (url) => expect(some.fault(url)).toMatch(/^It must/),
);

test("a listed origin is allowed as it is written, not another port, scheme or name below it", () => {
  expect(some.fault("https://hooks.example.com/any/path?x=1")).toBeNull();
  expect(some.fault("http://10.1.2.3:5678/webhook")).toBeNull();
  for (const url of [
    "http://hooks.example.com/x",
    "https://hooks.example.com:8443/x",
    "https://a.hooks.example.com/x",
    "http://10.1.2.3:5679/",
  ])
    expect(some.fault(url)).not.toBeNull();
});

test("a name may lead to public addresses and to listed ranges only; a name of this machine only to this machine", () => {
  const listed = new URL("https://hooks.example.com/x");
  for (const address of ["93.184.215.14", "2606:2800:21f:cb07::1", "192.168.7.20"])
    expect(some.allows(listed, address), address).toBe(true);
  for (const address of [
    ...["127.0.0.1", "10.1.2.3", "192.168.8.1", "169.254.169.254", "100.64.0.1", "172.31.0.1", "0.0.0.0", "224.0.0.1"],
    ...["::1", "::", "::ffff:10.0.0.1", "::ffff:127.0.0.1", "fd00::1", "fe80::1", "64:ff9b::7f00:1", "2002:7f00:1::"],
  ])
    expect(some.allows(listed, address), address).toBe(false);
  const local = new URL("http://localhost:1/");
  expect(none.allows(local, "127.0.0.1")).toBe(true);
  expect(none.allows(local, "::1")).toBe(true);
  expect(none.allows(local, "93.184.215.14")).toBe(false);
  expect(some.allows(new URL("http://10.1.2.3:5678/"), "10.1.2.3")).toBe(true);
});

test("the list takes origins and ranges of addresses", () => {
  for (const entry of ["https://a.example", "http://10.0.0.1:80", "10.0.0.0/8", "fd00::/8", "192.168.1.4"])
    expect(isAllowable(entry), entry).toBe(true);
  for (const entry of ["a.example", "https://a.example/path", "*", "10.0.0.0/33", "10.0.0.0/8/8", 7, "ftp://a.example"])
    expect(isAllowable(entry), `${entry}`).toBe(false);
});
