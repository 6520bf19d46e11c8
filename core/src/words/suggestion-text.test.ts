import { describe, expect, test } from "vitest";
import { toSuggestedRules } from "./suggestion-text.ts";

describe("what Always writes", () => {
  test("is the rule as its host writes it, and where", () => {
    const rules = [{ toolName: "Edit", ruleContent: "src/**" }, { toolName: "WebSearch" }];
    expect(
      toSuggestedRules({
        suggestions: [
          { type: "addRules", rules, behavior: "allow", destination: "localSettings" },
          { type: "addDirectories", directories: ["/srv"], destination: "session" },
          { type: "setMode", mode: "acceptEdits", destination: "session" },
        ],
      }),
    ).toEqual([
      { rule: "Edit(src/**)", place: ".claude/settings.local.json" },
      { rule: "WebSearch", place: ".claude/settings.local.json" },
      { rule: "directory /srv", place: "this session" },
    ]);
  });

  test("is shown whole if its shape is not known, with nothing hidden in it", () => {
    expect(
      toSuggestedRules({
        suggestions: ["npm run *", { rule: "fly:*" }, { prefix: ["git", "push"] }, 7, "a\u202eb\n c"],
      }),
    ).toEqual([
      { rule: "npm run *" },
      { rule: "fly:*" },
      { rule: '{"prefix":["git","push"]}' },
      { rule: "7" },
      { rule: "a<U+202E>b c" },
    ]);
    expect(toSuggestedRules({})).toEqual([]);
  });
});
