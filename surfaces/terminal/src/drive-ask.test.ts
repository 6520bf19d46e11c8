import { type AnsweringEnd, type Ask, type Key, toApprovalAsk } from "@yourcall/core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { driveAsk } from "./drive-ask.ts";
import { unicodeGlyphs } from "./screen/glyphs.ts";

const enter: Key = { name: "enter" };
const char = (text: string): Key => ({ name: "char", text });
const question = (text: string, multiSelect = false): Ask["questions"][number] => ({
  question: text,
  header: text,
  kind: "choice",
  options: [{ label: "Yes, drop it" }, { label: "Keep it" }],
  multiSelect,
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** A prompt whose first frame is shown now. */
function open(...questions: Ask["questions"]) {
  const ends: AnsweringEnd[] = [];
  const driven = driveAsk({
    ask: { kind: "question", questions },
    onChange: () => {},
    onEnd: (end) => ends.push(end),
  });
  driven.guard();
  const press = (key: Key) => driven.input({ type: "key", key });
  return { driven, ends, press };
}

/** Repeats a key as a keyboard does: again after 500 ms, then 30 times a second. */
function hold(press: (key: Key) => void, key: Key, ms: number): void {
  press(key);
  vi.advanceTimersByTime(500);
  for (let passed = 500; passed < ms; passed += 33) {
    press(key);
    vi.advanceTimersByTime(33);
  }
}

test("a key held down from before the first frame answers nothing", () => {
  for (const key of [enter, char("1"), char("2")]) {
    for (const early of [0, 100, 300, 490]) {
      const { driven, ends, press } = open(question("Drop the table?"));
      // The key was pressed before the frame, and starts to repeat at any moment after it.
      vi.advanceTimersByTime(early);
      for (let passed = 0; passed < 3000; passed += 33) {
        press(key);
        vi.advanceTimersByTime(33);
      }
      vi.advanceTimersByTime(1000);
      expect(ends).toEqual([]);
      driven.stop();
    }
  }
});

test("one held Enter never sends four answers", () => {
  const { driven, ends, press } = open(question("A"), question("B"), question("C"), question("D"));
  vi.advanceTimersByTime(1000);
  hold(press, enter, 5000);
  vi.advanceTimersByTime(1000);
  expect(ends).toEqual([]);
  // The press itself chooses on the first page, its first repeat after half a second on the second.
  expect(driven.state().at).toBeLessThanOrEqual(2);
  driven.stop();
});

test("digits that are being typed answer nothing", () => {
  const { driven, ends, press } = open(question("Drop the table?"));
  vi.advanceTimersByTime(1000);
  for (const digit of "1225") {
    press(char(digit));
    vi.advanceTimersByTime(50);
  }
  vi.advanceTimersByTime(1000);
  expect(ends).toEqual([]);
  driven.stop();
});

test("a single digit sends, 300 ms later", () => {
  const { driven, ends, press } = open(question("Drop the table?"));
  vi.advanceTimersByTime(1000);
  press(char("2"));
  vi.advanceTimersByTime(299);
  expect(ends).toEqual([]);
  vi.advanceTimersByTime(2);
  expect(ends).toMatchObject([{ type: "submitted", answers: [{ selectedOptions: ["Keep it"] }] }]);
  driven.stop();
});

test("a key that was held and released sends when it is pressed again", () => {
  const { driven, ends, press } = open(question("Drop the table?"));
  hold(press, enter, 2000);
  vi.advanceTimersByTime(500);
  expect(ends).toEqual([]);
  press(enter);
  vi.advanceTimersByTime(61);
  expect(ends).toHaveLength(1);
  driven.stop();
});

test("a held key that a busy process reads late sends nothing", async () => {
  // A round of the event loop runs timers, then reads input, then runs immediates.
  const immediates = () => new Promise((resolve) => setImmediate(resolve));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  for (const second of [enter, undefined]) {
    const { driven, ends, press } = open(question("Drop the table?"));
    vi.advanceTimersByTime(1000);
    press(enter);
    vi.advanceTimersByTime(150);
    if (second !== undefined) press(second);
    await immediates();
    vi.advanceTimersByTime(1000);
    await immediates();
    expect(ends).toHaveLength(second === undefined ? 1 : 0);
    driven.stop();
  }
});

test("a key that was about to send does not send if the terminal gets the focus or is resumed", () => {
  for (const back of ["focus", "resume"]) {
    const { driven, ends, press } = open(question("Drop the table?"));
    vi.advanceTimersByTime(1000);
    press(enter);
    if (back === "focus") driven.input({ type: "focus", focused: true });
    else driven.guard();
    vi.advanceTimersByTime(1000);
    expect(ends).toEqual([]);
    driven.stop();
  }
});

test("an approval is allowed only after every row of it has been in a frame, on a screen of any size", () => {
  const command = Array.from({ length: 60 }, (_, line) => `step-${line} ${"x".repeat(90)}`).join("\n");
  for (const [width, height] of [
    [80, 24],
    [120, 30],
    [30, 8],
    [200, 12],
    [80, 5],
  ] as const) {
    vi.stubEnv("YOURCALL_KEY_GUARD_MS", "0");
    const ends: AnsweringEnd[] = [];
    const driven = driveAsk({
      ask: toApprovalAsk({ tool: "Bash", input: { command } }),
      onChange: () => {},
      onEnd: (end) => ends.push(end),
    });
    const press = (key: Key) => driven.input({ type: "key", key });
    const shown = new Set<string>();
    const look = () => {
      const { lines } = driven.frame({ width, height, glyphs: unicodeGlyphs });
      for (const [step] of lines.flatMap((line) => [
        ...line
          .map(({ text }) => text)
          .join("")
          .matchAll(/step-\d+/g),
      ]))
        shown.add(step);
    };
    const allowButton = driven.state().ask.questions[0]?.options.findIndex(({ label }) => label === "allow-once") ?? 0;
    press(char(String(allowButton + 1)));
    for (let pages = 0; pages < 400 && !driven.state().seen; pages += 1) {
      look();
      if (driven.state().seen) break;
      press(enter);
      expect(ends).toEqual([]);
      expect(driven.state().notice).toEqual({ code: "not-seen" });
      press({ name: "pagedown" });
    }
    expect([width, height, shown.size]).toEqual([width, height, 60]);
    press(enter);
    expect(ends).toMatchObject([{ type: "submitted", answers: [{ selectedOptions: ["allow-once"] }] }]);
    driven.stop();
  }
});

test("a picture of a sheet that cannot be added is named after the others were added", async () => {
  const picture = { hash: "a".repeat(64), type: "image/png" as const, bytes: 900, width: 8, height: 8, name: "b.png" };
  const driven = driveAsk({
    ask: { kind: "question", questions: [question("Drop the table?")] },
    attach: (path) => (path === "b.png" ? Promise.resolve(picture) : Promise.reject(new Error(`${path}: gone`))),
    onChange: () => {},
    onEnd: () => {},
  });
  const files = ["a.png", "b.png"].map((path) => ({ question: 0, path, line: 1 }));
  driven.takeEdited({ type: "events", events: [], files });
  await vi.waitFor(() => expect(driven.state().entries[0]?.attachments).toEqual([picture]));
  expect(driven.state()).toMatchObject({ adding: null, notice: { code: "refused", message: "a.png: gone" } });
  driven.stop();
});

test("a plan that was read line by line may be allowed; other fields of the call have to be read too", () => {
  for (const rest of [{}, { note: Array.from({ length: 30 }, (_, at) => `other ${at}`).join("\n") }]) {
    const plan = Array.from({ length: 60 }, (_, at) => `Step ${at + 1}`).join("\n");
    const driven = driveAsk({
      ask: toApprovalAsk({ tool: "ExitPlanMode", input: { plan, ...rest } }),
      onChange: () => {},
      onEnd: () => {},
    });
    const show = () => driven.frame({ width: 80, height: 20, glyphs: unicodeGlyphs });
    const press = (name: string, text?: string) => {
      driven.input({ type: "key", key: text === undefined ? { name } : { name, text } });
      show();
      vi.advanceTimersByTime(800);
    };
    show();
    driven.guard();
    vi.advanceTimersByTime(1000);
    press("char", "r");
    expect(driven.state().page).toBe("lines");
    press("end");
    press("escape");
    expect(driven.state()).toMatchObject({ page: "question", seen: false });
    press("char", "r");
    press("home");
    for (let page = 0; page < 8; page += 1) press("pagedown");
    press("escape");
    const isWhole = !("note" in rest);
    expect(driven.state()).toMatchObject({ page: "question", seen: isWhole });
    for (let page = 0; page < 12; page += 1) press("pagedown");
    expect(driven.state().seen).toBe(true);
    driven.stop();
  }
});

test("after a note was typed and left with Esc or Tab, letters act at once", () => {
  for (const name of ["escape", "tab"]) {
    const { driven, press } = open(question("Drop the table?"));
    vi.advanceTimersByTime(2000);
    for (const key of "nfine") {
      press(char(key));
      vi.advanceTimersByTime(80);
    }
    expect(driven.state().field).toBe("note");
    press({ name });
    expect(driven.state()).toMatchObject({ field: null, page: name === "tab" ? "review" : "question" });
    vi.advanceTimersByTime(50);
    press(char("x"));
    expect(driven.state().page).toBe("decline");
    driven.stop();
  }
});
