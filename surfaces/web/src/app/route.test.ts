import { expect, test } from "vitest";
import { toAskPath, toRoute } from "./route.tsx";

test("an address names a page, and perhaps an ask", () => {
  expect(toRoute("/")).toEqual({ page: "waiting" });
  expect(toRoute("/a/ask_1")).toEqual({ page: "waiting", id: "ask_1" });
  expect(toRoute("/log")).toEqual({ page: "log" });
  expect(toRoute("/log/ask_1")).toEqual({ page: "log", id: "ask_1" });
  expect(toRoute("/sessions")).toEqual({ page: "sessions" });
  expect(toRoute("/sessions/new")).toEqual({ page: "sessions", id: "new" });
  expect(toRoute("/settings")).toEqual({ page: "settings" });
  expect(toRoute("/a/%zz")).toEqual({ page: "waiting", id: "%zz" });
  expect(toRoute(toAskPath("a/b c"))).toEqual({ page: "waiting", id: "a/b c" });
});
