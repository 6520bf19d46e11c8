import type { Key } from "@yourcall/core";
import { describe, expect, it } from "vitest";
import { createMessageField } from "./message-field.ts";

function open(entries: string[] = []) {
  const added: string[] = [];
  const field = createMessageField({ entries, add: (text) => void added.push(text) });
  const press = (key: Key) => field.take({ type: "key", key });
  const type = (text: string) => {
    for (const character of text) press({ name: "char", text: character });
  };
  return { field, press, type, added, text: () => field.field().text };
}
const control = (text: string): Key => ({ name: "char", text, ctrl: true });

describe("createMessageField", () => {
  it("sends with Enter and makes lines with Ctrl-J and Alt-Enter", () => {
    const { field, press, type, added } = open();
    type("a");
    press(control("j"));
    type("b");
    press({ name: "enter", alt: true });
    type("c");
    expect(press({ name: "enter" })).toBe("send");
    expect(field.finish()).toBe("a\nb\nc");
    expect(added).toEqual(["a\nb\nc"]);
    expect(field.field().text).toBe("");
  });

  it("never sends pasted text, and cleans it", () => {
    const { field, text } = open();
    expect(field.take({ type: "paste", text: "one\ntwo\n\u001b[31mred" })).toBeUndefined();
    expect(text()).toBe("one\ntwo\nred");
  });

  it("browses the history and returns to the unsent text", () => {
    const { press, type, text } = open(["first", "second\nline"]);
    type("half");
    press({ name: "up" });
    expect(text()).toBe("second\nline");
    // In a multi-line message the arrows first move within it.
    press({ name: "up" });
    expect(text()).toBe("second\nline");
    press({ name: "up" });
    expect(text()).toBe("first");
    press({ name: "up" });
    expect(text()).toBe("first");
    press({ name: "down" });
    press({ name: "down" });
    expect(text()).toBe("half");
  });

  it("edits as readline does", () => {
    const { press, type, text } = open();
    type("one two");
    press(control("w"));
    press(control("a"));
    type("x");
    expect(text()).toBe("xone ");
  });

  it("ends on Ctrl-D only when it is empty", () => {
    const { press, type } = open();
    expect(press(control("d"))).toBe("end");
    type("a");
    expect(press(control("d"))).toBeUndefined();
    expect(press(control("c"))).toBe("interrupt");
  });
});
