import { expect, test } from "vitest";
import { parseNotifySettings } from "./notify-settings.ts";
import { isUrgent } from "./urgent-rules.ts";

const of = (name: string, cwd?: string) => ({ agent: { name, cwd } });

test("an ask is urgent if a rule names its agent, its project, or both", () => {
  const rules = [{ agent: "deploy" }, { agent: "claude", project: "~/shop" }];
  expect(isUrgent(of("deploy"), rules, "/home/ana")).toBe(true);
  expect(isUrgent(of("claude", "/home/ana/shop"), rules, "/home/ana")).toBe(true);
  expect(isUrgent(of("claude", "/home/ana/shop/api"), rules, "/home/ana")).toBe(true);
  expect(isUrgent(of("claude", "/home/ana/shopping"), rules, "/home/ana")).toBe(false);
  expect(isUrgent(of("claude"), rules, "/home/ana")).toBe(false);
  expect(isUrgent(of("codex", "/home/ana/shop"), rules, "/home/ana")).toBe(false);
  expect(isUrgent(of("deploy"), [])).toBe(false);
});

test("a rule without a condition is refused, since everything would be urgent", () => {
  const { settings, faults } = parseNotifySettings({
    urgent: [{}, { agent: "deploy" }, { agent: 1 }, { urgent: true }],
  });
  expect(settings.urgent).toEqual([{ agent: "deploy" }]);
  expect(faults.map(({ path }) => path)).toEqual(["notify.urgent[0]", "notify.urgent[2]", "notify.urgent[3]"]);
});
