import fc from "fast-check";
import { expect, test } from "vitest";
import { toTerminalNotification } from "./terminal-notification.ts";

const ask = (question: string, name = "claude") => ({
  agent: { name },
  questions: [{ question, header: "H", kind: "choice" as const, options: [], multiSelect: false }],
});
const iterm = { TERM: "xterm-256color", TERM_PROGRAM: "iTerm.app" };
const ghostty = { TERM: "xterm-ghostty", TERM_PROGRAM: "ghostty" };

test("each terminal gets the bell and the form it supports", () => {
  const osc9 = "\x07\x1b]9;yourcall: claude asks: Which one?\x1b\\";
  const osc777 = "\x07\x1b]777;notify;yourcall: claude asks;Which one?\x1b\\";
  const sent = (env: NodeJS.ProcessEnv) => toTerminalNotification(ask("Which one?"), env);
  expect(sent(iterm)).toBe(osc9);
  expect(sent({ TERM: "xterm-kitty" })).toBe(osc9);
  for (const env of [ghostty, { TERM: "foot" }, { TERM: "xterm-256color", VTE_VERSION: "7600" }])
    expect(sent(env)).toBe(osc777);
});

test("an unknown terminal gets only the bell", () => {
  const unknown = [
    {},
    { TERM: "xterm-256color" },
    { TERM: "linux" },
    { TERM: "xterm-256color", TERM_PROGRAM: "Apple_Terminal" },
    { TERM: "xterm-256color", TERM_PROGRAM: "vscode" },
    { TERM: "xterm-256color", VTE_VERSION: "3405" },
  ];
  for (const env of unknown) expect(toTerminalNotification(ask("Which one?"), env)).toBe("\x07");
});

test("inside tmux and screen only the bell is written, whatever the outer terminal", () => {
  expect(toTerminalNotification(ask("Q"), { ...iterm, TMUX: "/tmp/tmux-0/default,1,0" })).toBe("\x07");
  expect(toTerminalNotification(ask("Q"), { ...ghostty, STY: "1.pts-0" })).toBe("\x07");
  expect(toTerminalNotification(ask("Q"), { ...iterm, TERM: "screen-256color" })).toBe("\x07");
});

test("the question cannot end the sequence, start another or fill another field", () => {
  const hostile = "a\x1b\\\x07\x1b]52;c;AAAA\x07b\x9c;c\r\nd\x00\u202e";
  expect(toTerminalNotification(ask(hostile, "cl;aude\x1b[2J"), ghostty)).toBe(
    "\x07\x1b]777;notify;yourcall: cl,aude asks;ab,c d\x1b\\",
  );
});

test("any text gives one sequence of limited length", () => {
  const text = fc.string({
    unit: fc.oneof(fc.constantFrom("\x1b", "\x07", "\x9c", "\x9d", ";", "\n", "4"), fc.string()),
  });
  fc.assert(
    fc.property(text, text, fc.constantFrom(iterm, ghostty), (question, name, env) => {
      const sent = toTerminalNotification(ask(question, name), env);
      const start = env === ghostty ? "\x07\x1b]777;notify;yourcall: " : "\x07\x1b]9;yourcall: ";
      expect([sent.slice(0, start.length), sent.slice(-2)]).toEqual([start, "\x1b\\"]);
      const inside = sent.slice(start.length, -2);
      expect(inside).not.toMatch(/\p{Cc}/u);
      expect(inside.match(/;/g)?.length ?? 0).toBe(env === ghostty ? 1 : 0);
    }),
  );
  expect(toTerminalNotification(ask("x".repeat(100_000), "y".repeat(100_000)), ghostty).length).toBeLessThan(260);
  expect(toTerminalNotification(ask(`e${"\u0301".repeat(100_000)}`), ghostty).length).toBeLessThan(900);
});
