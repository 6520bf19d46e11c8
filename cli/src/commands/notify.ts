import { defineCommand } from "../command.ts";

export const notify = defineCommand({
  name: "notify",
  file: "notify/notify.ts",
  usage: ["notify", "notify --test [--channel NAME]"],
  summary: "notification settings; --test sends a test",
  about: [
    'Shows your notification settings, and for each channel how many notifications were sent and whether they fail. The settings are "notify" in config.json (`yourcall config edit`); the hub reads them when it starts:',
    `  {"notify": {
    "after": "5s",
    "quiet": {"from": "22:00", "to": "07:00"},
    "desktop": true,
    "webhooks": [{"url": "https://ntfy.sh/TOPIC", "form": "ntfy"}]
  }}`,
  ],
  options: {
    test: { type: "boolean", describe: "send a test through every channel; exit 1 if one fails" },
    channel: { type: "string", value: "NAME", describe: "test only this one: desktop, or the number of a webhook" },
    json: { type: "boolean", describe: "settings and channels as JSON" },
  },
});
