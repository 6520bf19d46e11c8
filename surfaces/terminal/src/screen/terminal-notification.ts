import type { WireAsk } from "@yourcall/client";
import { cleanLine } from "@yourcall/core";
import { toAgentText, toSubjectText } from "@yourcall/core/internal";
import { cutText } from "../text/wrap-text.ts";

const bell = "\x07";
const longestAgent = 60;
const longestQuestion = 140;

/**
 * What an open inbox writes to its terminal when a new ask arrives: the bell, and a notification if this terminal is known to
 * show one. The ask's text is cleaned, on one line, and cut. Inside tmux and screen only the bell is written, because they do
 * not pass on the rest.
 */
export function toTerminalNotification(
  ask: Pick<WireAsk, "agent" | "questions" | "approval">,
  env: Record<string, string | undefined>,
): string {
  const form = toForm(env);
  if (form === "bell") return bell;
  const agent = toField(toAgentText(ask), longestAgent);
  const text = ask.approval === undefined ? (ask.questions[0]?.question ?? "") : toSubjectText(ask.approval);
  const question = toField(text, longestQuestion);
  // Our own word comes first: terminals read OSC 9 followed by a number as another command (progress, directory).
  if (form === "osc9") return `${bell}\x1b]9;yourcall: ${agent} asks: ${question}\x1b\\`;
  return `${bell}\x1b]777;notify;yourcall: ${agent} asks;${question}\x1b\\`;
}

function toForm(env: Record<string, string | undefined>): "bell" | "osc9" | "osc777" {
  const { TERM = "", TERM_PROGRAM = "" } = env;
  const isInside = [env.TMUX, env.STY].some((set) => set !== undefined && set !== "");
  if (isInside || /^(tmux|screen|dumb|linux)/.test(TERM)) return "bell";
  if (TERM_PROGRAM === "iTerm.app" || TERM === "xterm-kitty") return "osc9";
  if (["WezTerm", "ghostty", "WarpTerminal"].includes(TERM_PROGRAM)) return "osc777";
  if (/^(foot|rxvt-unicode|xterm-ghostty|wezterm|contour)/.test(TERM)) return "osc777";
  // VTE shows or ignores it from version 0.46 on; earlier versions print it.
  return Number(env.VTE_VERSION) >= 4600 ? "osc777" : "bell";
}

/** One clean line. A semicolon would begin the next field. */
function toField(text: string, width: number): string {
  const line = cleanLine(text).replaceAll(";", ",");
  return cutText(line.slice(0, 4 * width).toWellFormed(), width);
}
