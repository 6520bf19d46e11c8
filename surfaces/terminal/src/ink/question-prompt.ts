import {
  type AnsweringSettings,
  type Ask,
  type AskInput,
  applyDraft,
  type Draft,
  type Outcome,
  parseAsk,
  type QuestionAnswer,
  startAnswering,
  toDraft,
} from "@yourcall/core";
import { Box, Text, useApp, usePaste, useStdin, useWindowSize } from "ink";
import { createElement, type ReactElement, useEffect, useEffectEvent, useMemo, useState } from "react";
import { type DrivenAsk, driveAsk } from "../drive-ask.ts";
import { createKeyParser, type TerminalInput } from "../keys/parse-keys.ts";
import { showPlans } from "../markdown/streaming-markdown.ts";
import { detectGlyphs } from "../screen/glyphs.ts";
import { toStyledText, toStyledTextWithCursor } from "../screen/painter.ts";
import {
  type Background,
  backgroundFromRgb,
  type ColorDepth,
  createPalette,
  detectBackground,
  detectColorDepth,
  type Palette,
  type StyleName,
} from "../screen/theme.ts";
import { toEndedText } from "../view/view-ending.ts";

export type { Background, ColorDepth, Palette, StyleName };

interface Props {
  /** Called once, after a key press of the person, when every question is answered or skipped. */
  onComplete: (answers: QuestionAnswer[], comment?: string) => void;
  /**
   * Called when the person declines. With `asked`, which is also the reason, the person asks the agent something before they decide; only
   * if the ask says `asksAgain`.
   */
  onDecline: (reason?: string, asked?: string) => void;
  /** Called on Ctrl-C. Without it Ink handles the key: it ends the app unless rendered with `exitOnCtrlC: false`. */
  onInterrupt?: () => void;
  /**
   * How the ask has ended elsewhere. Set this instead of unmounting the prompt: what somebody is typing stays in its field until
   * they leave it. Then `onClosed` is called, and the prompt can go.
   */
  ended?: Outcome;
  onClosed?: () => void;
  /** A draft to continue from, as passed to `onDraft`. */
  draft?: Draft;
  /** Called with the draft after everything the person does. */
  onDraft?: (draft: Draft) => void;
  settings?: Partial<AnsweringSettings>;
  /** Dark or light. Default: `YOURCALL_THEME` or `COLORFGBG`; if neither is set, only the 16 ANSI colours are used. */
  background?: Background;
  colorDepth?: ColorDepth;
  /** Your own colours: renders text in one of the named styles. */
  palette?: Palette;
  /** The size of the prompt. Default: the terminal's width, and one row less than its height. */
  width?: number;
  height?: number;
}

/** `questions` from a model's tool call, or a whole `ask`. */
export type QuestionPromptProps = Props &
  ({ questions: AskInput["questions"] | Ask["questions"]; ask?: never } | { ask: Ask; questions?: never });

/**
 * The prompt of `yourcall ask` inside an Ink app: the same lines, the same keys. Each ask needs its own `key`. While it is
 * shown, pause the app's own `useInput` hooks: `useInput(handler, { isActive: false })`.
 *
 * @example
 * import { render } from "ink";
 * render(<QuestionPrompt ask={ask} onComplete={(answers) => console.log(answers)} onDecline={() => process.exit(3)} />);
 */
export function QuestionPrompt(props: QuestionPromptProps): ReactElement {
  const { env } = process;
  const { suspendTerminal } = useApp();
  const { columns, rows } = useWindowSize();
  const [, show] = useState(0);
  const [reported, setReported] = useState<Background>("unknown");

  const onEnd = useEffectEvent((end: ReturnType<DrivenAsk["state"]>["end"]) => {
    if (end?.type === "submitted") props.onComplete(end.answers, end.comment);
    else if (end?.type === "declined") props.onDecline(end.asked ?? end.reason, end.asked);
  });
  const onClosed = useEffectEvent(() => props.onClosed?.());
  const onDraft = useEffectEvent((draft: Draft) => props.onDraft?.(draft));
  const [glyphs] = useState(() => detectGlyphs(env));
  const [driven] = useState(() => {
    showPlans(glyphs);
    const ask = props.ask ?? parseAsk({ kind: "question", questions: props.questions });
    const settings: Partial<AnsweringSettings> = { ...props.settings, escapeTo: "decline" };
    return driveAsk({
      ask,
      state: applyDraft(startAnswering(ask, settings), props.draft),
      onChange: () => show((count) => count + 1),
      onActed: (state) => onDraft(toDraft(state)),
      onEnd: (end) => onEnd(end),
      onEditor: () => void openEditor(),
      onClosed: () => onClosed(),
    });
  });

  async function openEditor(): Promise<void> {
    const { editInEditor } = await import("../edit-in-editor.ts");
    await suspendTerminal(async () => {
      const edited = await editInEditor(driven.state());
      driven.guard();
      driven.takeEdited(edited);
    });
  }

  useEffect(() => {
    driven.guard();
    return () => driven.stop();
  }, [driven]);

  const { ended } = props;
  useEffect(() => {
    if (ended === undefined) return;
    const restsAt = driven.restsAt();
    driven.endElsewhere(toEndedText(ended));
    if (driven.hasField()) return;
    // Without a field there is nothing to keep, but the rest of a sentence must not go to what comes next.
    const timer = setTimeout(onClosed, restsAt === undefined ? 0 : Math.max(1, restsAt - Date.now()));
    return () => clearTimeout(timer);
  }, [driven, ended]);

  useTerminalInput((received) => {
    const control = received.type === "key" && received.key.ctrl === true ? received.key.text : undefined;
    if (control === "c") props.onInterrupt?.();
    else if (received.type === "background")
      setReported(backgroundFromRgb(received.red, received.green, received.blue));
    else if (control !== "z") driven.input(received);
  });

  const background = props.background ?? (reported === "unknown" ? detectBackground(env) : reported);
  const depth = props.colorDepth ?? detectColorDepth(env, true);
  const palette = useMemo(
    () => props.palette ?? createPalette(background, depth, glyphs),
    [props.palette, background, depth, glyphs],
  );
  const { lines, cursor } = driven.frame({
    width: props.width ?? columns,
    height: props.height ?? Math.max(1, rows - 1),
    glyphs,
  });
  return createElement(
    Box,
    { flexDirection: "column", flexShrink: 0 },
    ...lines.map((line, row) => {
      const text =
        cursor !== null && cursor.row === row
          ? toStyledTextWithCursor(line, cursor.column, palette)
          : toStyledText(line, palette);
      // Ink gives an empty text no row.
      return createElement(Text, { key: row, wrap: "truncate" }, text === "" ? " " : text);
    }),
  );
}

/**
 * Terminal input, read by our own parser from the bytes that Ink reads, so that keys and pastes work as in every other prompt.
 * Shares raw mode and bracketed paste with Ink's own hooks, which keep working.
 */
function useTerminalInput(onInput: (received: TerminalInput) => void): void {
  const { stdin, setRawMode } = useStdin();
  const take = useEffectEvent(onInput);
  // Turns on bracketed paste and keeps pasted text away from the app's `useInput`.
  usePaste(() => {});
  useEffect(() => {
    const parser = createKeyParser((received) => take(received));
    const onData = (chunk: Uint8Array | string) => parser.feed(chunk);
    // Raw mode first: Ink then reads the stream, and we see every chunk it reads.
    setRawMode(true);
    stdin.on("data", onData);
    return () => {
      stdin.off("data", onData);
      parser.stop();
      setRawMode(false);
    };
  }, [stdin, setRawMode]);
}
