import { expect, test } from "vitest";
import { toDeskWords } from "./desk-words.ts";

test("a desk says where it runs, with which agents, and how to get to its page", () => {
  const words = toDeskWords({
    directories: ["~/shop"],
    agents: ["claude", "gemini"],
    link: "http://localhost/#login=x",
  });
  expect(words).toEqual([
    "The desk runs agents in ~/shop.",
    "Agents: claude, gemini.",
    "Sessions are on the page: http://localhost/#login=x  (works once, within one minute; later: yourcall open)",
  ]);
});

test("a desk without agents says how to get one, and without a reader it prints no link", () => {
  const [, agents, page] = toDeskWords({ directories: ["~"], agents: [], link: undefined });
  expect(agents).toMatch(/^No agent was found\. Install one/);
  expect(page).toBe("Sessions are on the page: yourcall open");
});
