import type { AgentError } from "@yourcall/loop";
import { type Line, span, type Terminal, type TerminalInput } from "@yourcall/terminal";
import { exitCodes } from "../exit-codes.ts";
import type { AgentArguments } from "./agent-arguments.ts";
import { type ChatAgentSource, createConversation, findRun } from "./chat-agent.ts";
import { openChatScreen } from "./chat-screen.ts";
import type { History } from "./history.ts";
import { createMessageField, toFieldLines } from "./message-field.ts";
import { createTerminalAsker, type TerminalAskerOptions } from "./terminal-asker.ts";
import { createTranscript, youMark } from "./transcript.ts";

export interface ChatOptions {
  terminal: Terminal;
  history: History;
  /** Opens the agent with this asker. */
  open(asker: ReturnType<typeof createTerminalAsker>): Promise<ChatAgentSource>;
  resume: AgentArguments["resume"];
  prompt: string | undefined;
  /** Shown at the top, beside the model. */
  place: string;
}

const paintMs = 16;
const stopAgain = 3;

/*
 * idle ──Enter──▶ turn ──done, error──▶ idle          keys in a turn go into the field and are sent by the next Enter
 *   │               │ Ctrl-C: it stops, its asks withdrawn; a prompt has the terminal while it is open
 *   └─ Ctrl-C twice, Ctrl-D: the end
 */

/** A chat on a terminal. Resolves with the exit code. */
export async function chat(options: ChatOptions): Promise<number> {
  const { promise: over, resolve: finish } = Promise.withResolvers<number>();
  const field = createMessageField(options.history);
  let turn: AbortController | null = null;
  let stops = 0;
  let leaving: number | null = null;
  let armed = false;
  let painting: NodeJS.Timeout | undefined;

  const source = await options.open(createTerminalAsker(toAskerOptions()));
  const resumed = await findRun(source, options.resume);
  const conversation = createConversation(source, resumed?.id);
  const screen = openChatScreen({
    terminal: options.terminal,
    env: process.env,
    onInput,
    onResize: paint,
    onLost: lost,
  });
  const transcript = createTranscript(screen);

  function toAskerOptions(): TerminalAskerOptions {
    return {
      lend(use) {
        transcript.beforeQuestion();
        return screen.lend(use);
      },
      onInterrupt: stop,
      onLost: lost,
      write: (lines) => transcript.question(lines),
      tell: (message) => transcript.notice(message, "warning"),
    };
  }

  /** The terminal is gone. Pending asks stay, and the run is kept. */
  function lost(): never {
    process.exit(129);
  }

  function stop(): void {
    stops++;
    armed = true;
    turn?.abort("the person stopped the turn");
    if (stops >= stopAgain) process.exit(exitCodes.interrupted);
  }

  function leave(code: number): void {
    leaving ??= code;
    if (turn === null) finish(code);
    else stop();
  }

  function onInput(input: TerminalInput): void {
    const act = field.take(input);
    if (input.type !== "key" && input.type !== "paste") return;
    if (act === "interrupt") onInterrupt();
    else if (act === "end" && turn === null) leave(exitCodes.answered);
    else {
      armed = false;
      if (act === "send" && turn === null) send();
      paint();
    }
  }

  function onInterrupt(): void {
    if (turn !== null) stop();
    else if (armed && field.field().text === "") leave(exitCodes.interrupted);
    else {
      field.clear();
      armed = true;
    }
    paint();
  }

  function send(): void {
    const text = field.finish();
    if (text !== "") void take(text);
  }

  async function take(prompt: string | undefined): Promise<void> {
    const own = new AbortController();
    turn = own;
    stops = 0;
    if (prompt !== undefined) transcript.you(prompt);
    paint();
    try {
      for await (const event of conversation.turn(prompt, own.signal)) {
        transcript.take(event);
        if (event.type === "error") sayError(event.error);
        soon();
      }
    } catch (error) {
      sayError(error as Error);
    }
    turn = null;
    if (leaving === null) paint();
    else finish(leaving);
  }

  function sayError(error: Error): void {
    if ((error as Partial<AgentError>).code === "aborted")
      transcript.notice(`${screen.glyphs.dash} Stopped. Write what to do instead, or how to go on.`, "muted");
    else transcript.notice(`${screen.glyphs.cross} ${error.message}`, "danger");
  }

  function soon(): void {
    painting ??= setTimeout(paint, paintMs);
  }

  function paint(): void {
    clearTimeout(painting);
    painting = undefined;
    const growing = transcript.growing();
    const { width, height } = { width: screen.width(), height: screen.height() };
    const working = turn !== null;
    const rows = Math.max(1, Math.floor(height / 2));
    const written = toFieldLines(field.field(), { width, rows, glyphs: screen.glyphs }, toPlaceholder(width));
    const status: Line[] = working
      ? [
          [
            span(`${screen.glyphs.todo} ${stops > 0 ? "stopping" : "working"}`, "muted"),
            span(` ${screen.glyphs.bullet} ctrl+c stop`, "dim"),
          ],
        ]
      : [];
    const below = working && field.field().text === "" ? [] : written.lines;
    const above: Line[] = [...growing, [], ...status];
    screen.show(
      [...above, ...below],
      below.length === 0 ? null : { ...written.cursor, row: above.length + written.cursor.row },
    );
  }

  /** As much as fits on the line. */
  function toPlaceholder(width: number): string {
    const hints = armed ? ["ctrl+c again ends"] : ["write a message", "ctrl+j new line", "ctrl+d end"];
    const room = width - youMark.length - 4;
    const shown = [hints, hints.slice(0, 1)].map((some) => some.join(` ${screen.glyphs.bullet} `));
    return shown.find((text) => text.length <= room) ?? "";
  }

  const onSignal = () => leave(exitCodes.interrupted);
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  const heading = `yourcall agent ${screen.glyphs.bullet} ${source.name} ${screen.glyphs.bullet} ${options.place}`;
  transcript.notice(heading, "muted");
  for (const { who, text } of resumed?.said ?? []) {
    if (who === "you") transcript.you(text);
    else for (const type of ["text", "done"] as const) transcript.take({ type, text });
  }
  if (options.prompt !== undefined || resumed !== undefined) void take(options.prompt);
  else paint();
  const code = await over;
  clearTimeout(painting);
  screen.close();
  process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
  if (conversation.runId !== undefined)
    options.terminal.output.write(`\nTo go on: yourcall agent --resume ${conversation.runId}\n`);
  return code;
}
