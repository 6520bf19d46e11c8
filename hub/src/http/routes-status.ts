import { askInputJsonSchema, askToolDescription, askToolName } from "@yourcall/core";
import { askTool, health } from "@yourcall/core/internal/wire";
import type { HttpContext } from "./context.ts";
import type { EventStreams } from "./event-stream.ts";
import { defineOpenRoute, defineRoute, json, type Route } from "./route.ts";

const checkMs = 1000;
const damaged = "The store's log was damaged; accepted asks or answers may be missing. Run `yourcall doctor`.";
const metricsType = "text/plain; version=0.0.4; charset=utf-8";

/** Whether the hub works, and figures about what it does. */
export function statusRoutes({ hub, version }: HttpContext, streams: EventStreams): Route[] {
  // The check writes to the disk and the route needs no token, so it runs at most once a second for all callers.
  let checked = { at: Number.NEGATIVE_INFINITY, result: Promise.resolve() };
  const checkStore = () => {
    const now = performance.now();
    if (now - checked.at >= checkMs) checked = { at: now, result: hub.store.check() };
    return checked.result;
  };

  return [
    defineOpenRoute({
      method: "GET",
      path: "/healthz",
      summary: "Whether the hub can store an ask",
      replies: {
        200: { description: "It can", schema: health },
      },
      async handle() {
        await checkStore();
        // Anybody can read this, so it names no files.
        const warning = hub.store.warnings().length === 0 ? {} : { warning: damaged };
        return json(200, { status: "ok", version, pid: process.pid, ...warning });
      },
    }),

    defineRoute({
      method: "GET",
      path: "/v1/tool",
      scopes: ["agent", "app", "human"],
      summary: "The tool that asks, for a model",
      description: "Its name, description and JSON Schema. What a model sends fits `POST /v1/asks` as it is.",
      replies: { 200: { description: "The tool", schema: askTool } },
      handle: () =>
        json(200, { name: askToolName, description: askToolDescription, inputSchema: askInputJsonSchema() }),
    }),

    defineRoute({
      method: "GET",
      path: "/metrics",
      scopes: ["human"],
      summary: "Figures for Prometheus",
      replies: { 200: { description: "The figures", type: "text/plain" } },
      async handle() {
        const pending = await hub.store.countPending();
        return { status: 200, body: metrics(pending), headers: { "content-type": metricsType } };
      },
    }),
  ];

  function metrics(pending: number): string {
    return toMetricsText([
      [
        "yourcall_asks_total",
        "counter",
        "Asks by how they came and ended, since this hub started",
        Object.entries(hub.counts).map(([event, value]) => [`{event="${event}"}`, value]),
      ],
      ["yourcall_asks_pending", "gauge", "Asks that wait for a person", [["", pending]]],
      ["yourcall_waiters", "gauge", "Connections that wait for an outcome", [["", hub.waiters.total()]]],
      ["yourcall_people_present", "gauge", "People who are using a screen", [["", hub.presence.count()]]],
      ["yourcall_event_streams", "gauge", "Open event streams", [["", streams.count()]]],
      [
        "yourcall_event_streams_dropped_total",
        "counter",
        "Event streams closed because their reader was too slow",
        [["", streams.dropped()]],
      ],
      ["process_resident_memory_bytes", "gauge", "Resident memory", [["", process.memoryUsage.rss()]]],
      [
        "process_start_time_seconds",
        "gauge",
        "Start of the process",
        [["", Math.round(Date.now() / 1000 - process.uptime())]],
      ],
    ]);
  }
}

type Metric = [name: string, type: string, help: string, samples: [labels: string, value: number][]];

function toMetricsText(list: Metric[]): string {
  return list
    .map(([name, type, help, samples]) =>
      [
        `# HELP ${name} ${help}`,
        `# TYPE ${name} ${type}`,
        ...samples.map(([labels, value]) => `${name}${labels} ${value}`),
      ].join("\n"),
    )
    .join("\n")
    .concat("\n");
}
