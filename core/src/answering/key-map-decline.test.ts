import { describe, expect, test } from "vitest";
import { press, typeText } from "../testing/press.ts";
import { singleAsk, threeAsk } from "../testing/sample-asks.ts";
import { answer } from "./answer-by-keys.ts";
import { startAnswering } from "./answering.ts";

const start = startAnswering(threeAsk);
const page = press(start, "x");

describe("the decline page", () => {
  test("starts on Keep answering, so that a stray Enter declines nothing", () => {
    expect(page).toMatchObject({ page: "decline", declineRow: 0 });
    expect(press(page, "enter")).toMatchObject({ page: "question", at: 0, end: null });
  });

  test.each([
    ["down", "up"],
    ["ctrl+n", "ctrl+p"],
    ["j", "k"],
  ])("%s and %s move over its three rows without wrapping", (down, up) => {
    expect(press(page, down, down, down).declineRow).toBe(2);
    expect(press(page, down, up, up).declineRow).toBe(0);
  });

  test("Enter on Decline declines, on the last row asks for the reason", () => {
    expect(press(page, "down", "enter").end).toEqual({ type: "declined" });
    expect(press(page, "down", "down", "enter")).toMatchObject({ field: "reason", end: null });
  });

  test("y declines", () => {
    expect(press(page, "y").end).toEqual({ type: "declined" });
  });

  test("y in the reason is text", () => {
    const state = press(page, "down", "down", "enter", "y");
    expect(state).toMatchObject({ end: null, reason: { text: "y" } });
  });

  test("plain Decline does not send a reason that was typed and then left", () => {
    const written = press(typeText(press(page, "down", "down", "enter"), "busy"), "escape");
    expect(press(written, "up", "enter").end).toEqual({ type: "declined" });
    expect(press(written, "enter", "enter").end).toEqual({ type: "declined", reason: "busy" });
  });

  test("Esc goes back to answering", () => {
    expect(press(start, "tab", "x", "escape")).toMatchObject({ page: "question", at: 1 });
    expect(press(start, "tab", "tab", "tab", "x", "escape")).toMatchObject({ page: "review" });
  });

  test("Esc in the reason closes the field first", () => {
    expect(press(page, "down", "down", "enter", "escape")).toMatchObject({ page: "decline", field: null, end: null });
  });

  test("? shows the keys", () => {
    expect(press(page, "?")).toMatchObject({ help: true });
  });

  test("hammering Esc never declines", () => {
    const state = press(startAnswering(singleAsk), ...Array.from({ length: 25 }, () => "escape"));
    expect(state.end).toBeNull();
  });

  test.each(
    "home end space tab shift+tab left right 1 2 3 a n o s c x q ctrl+j alt+enter ctrl+a ctrl+k alt+b pageup pagedown ctrl+g backspace".split(
      " ",
    ),
  )("%s does nothing", (key) => {
    const onDecline = press(page, "down");
    expect(press(onDecline, key)).toEqual(onDecline);
  });

  test("clicking Decline opens this page and declines nothing by itself", () => {
    expect(answer(start, { type: "decline" })).toMatchObject({ page: "decline", end: null });
  });
});
