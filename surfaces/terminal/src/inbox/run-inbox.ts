import { Box, render, Text, useApp, useCursor, useStdout, useWindowSize } from "ink";
import { createElement, type ReactElement, useEffect, useState } from "react";
import { toStyledText } from "../ink/styled-text.ts";
import { useTerminalInput } from "../ink/use-terminal-input.ts";
import { parseEscapeMs } from "../keys/parse-keys.ts";
import { backgroundFromRgb, detectBackground, detectColorDepth } from "../screen/detect-theme.ts";
import { type Background, createPalette } from "../screen/theme.ts";
import { createInbox, type InboxOptions, type RunningInbox } from "./create-inbox.ts";

/** How the inbox was left: by `q`, by Ctrl-C, or because the hub cannot be used. */
export type InboxEnd = { type: "quit" } | { type: "interrupted" } | { type: "failed"; error: Error };

const reportsOn = "\x1b[?1004h";
const reportsOff = "\x1b[?1004l";
const askBackground = "\x1b]11;?\x07";
const pushTitle = "\x1b[22;2t";
const popTitle = "\x1b[23;2t";

/** Opens the inbox on this terminal's alternate screen, and restores the terminal when the person leaves. */
export async function runInbox(options: InboxOptions): Promise<InboxEnd> {
  const { promise, resolve } = Promise.withResolvers<InboxEnd>();
  const app = render(createElement(InboxApp, { options, onEnd: resolve }), {
    alternateScreen: true,
    exitOnCtrlC: false,
    incrementalRendering: true,
    interactive: true,
    // Keys must show at once.
    maxFps: 120,
  });
  const end = await promise;
  app.unmount();
  await app.waitUntilExit();
  return end;
}

/** The inbox on the whole screen. Everything it shows and does is decided elsewhere; this paints lines and passes input on. */
function InboxApp({ options, onEnd }: { options: InboxOptions; onEnd: (end: InboxEnd) => void }): ReactElement {
  const env = options.env ?? process.env;
  const { suspendTerminal } = useApp();
  const { stdout } = useStdout();
  const { columns, rows } = useWindowSize();
  const { setCursorPosition } = useCursor();
  const [, show] = useState(0);
  const [background, setBackground] = useState<Background>(() => detectBackground(env));
  const [title] = useState(() => createTitle((text) => stdout.write(text)));
  const [inbox] = useState<RunningInbox>(() =>
    createInbox(options, {
      onChange: () => show((count) => count + 1),
      onQuit: () => onEnd({ type: "quit" }),
      onFailure: (error) => onEnd({ type: "failed", error }),
      onEditor: () => void openEditor(),
    }),
  );
  const depth = detectColorDepth(env, true);

  useEffect(() => {
    const leave = () => {
      process.off("exit", leave);
      title.restore();
      stdout.write(reportsOff);
    };
    // Also if the process exits on its own.
    process.on("exit", leave);
    stdout.write(reportsOn);
    if (depth !== "none" && detectBackground(env) === "unknown") stdout.write(askBackground);
    return leave;
  }, [stdout, title, depth, env]);

  async function openEditor(): Promise<void> {
    const open = inbox.open();
    if (open === null) return;
    const { editInEditor } = await import("../editor/edit-in-editor.ts");
    await suspendTerminal(async () => {
      const edited = await editInEditor(open.driven.state());
      open.driven.guard();
      if (edited.type === "events") for (const event of edited.events) open.driven.apply(event);
      else open.driven.refuse(edited.notice);
    });
  }

  async function stopJob(): Promise<void> {
    inbox.open()?.driven.guard();
    await suspendTerminal(async () => {
      title.restore();
      stdout.write(reportsOff);
      const continued = new Promise<void>((resolve) => {
        process.once("SIGCONT", resolve);
        // Without job control nothing stops; continue.
        setTimeout(resolve, 50);
      });
      process.kill(0, "SIGTSTP");
      await continued;
    });
    stdout.write(reportsOn);
    inbox.resumed();
    show((count) => count + 1);
  }

  useTerminalInput((received) => {
    const control = received.type === "key" && received.key.ctrl === true ? received.key.text : undefined;
    if (control === "c") onEnd({ type: "interrupted" });
    else if (control === "z") void stopJob();
    else if (received.type === "background")
      setBackground(backgroundFromRgb(received.red, received.green, received.blue));
    else inbox.input(received);
  }, parseEscapeMs(env.YOURCALL_ESC_MS));

  useEffect(() => () => void inbox.stop(), [inbox]);

  const { lines, cursor } = inbox.view({ width: columns, height: rows });
  useEffect(() => title.set(inbox.waiting()));
  setCursorPosition(cursor === null ? undefined : { x: cursor.column, y: cursor.row });
  const palette = createPalette(background, depth);
  return createElement(
    Box,
    { flexDirection: "column", height: rows },
    ...lines.map((line, row) => {
      const text = toStyledText(line, palette);
      return createElement(Text, { key: row, wrap: "truncate" }, text === "" ? " " : text);
    }),
  );
}

/** The terminal's title while the inbox is open: the number of pending asks. */
interface Title {
  set(waiting: number): void;
  /** The title that was there before. */
  restore(): void;
}

function createTitle(write: (text: string) => void): Title {
  let shown: string | null = null;
  return {
    set(waiting) {
      const title = waiting === 0 ? "yourcall" : `(${waiting}) yourcall`;
      if (title === shown) return;
      write(`${shown === null ? pushTitle : ""}\x1b]2;${title}\x07`);
      shown = title;
    },
    restore() {
      if (shown !== null) write(popTitle);
      shown = null;
    },
  };
}
