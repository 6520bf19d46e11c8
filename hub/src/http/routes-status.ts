import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { permitScope } from "../access/permit.ts";
import type { HttpContext } from "./context.ts";
import type { EventStreams } from "./event-stream.ts";
import { refusals, textResponse } from "./responses.ts";

const checkMs = 1000;

/** Is it alive, and what does it do. */
export function addStatusRoutes(app: FastifyInstance, context: HttpContext, streams: EventStreams): void {
  const { hub, version } = context;
  // The check writes to the disk and the route needs no token, so it is done at most once a second for all who ask.
  let checked = { at: Number.NEGATIVE_INFINITY, result: Promise.resolve() };
  const checkStore = () => {
    const now = performance.now();
    if (now - checked.at >= checkMs) checked = { at: now, result: hub.store.check() };
    return checked.result;
  };

  app.get(
    "/healthz",
    {
      config: { open: true },
      schema: {
        summary: "Is the hub able to keep an ask?",
        security: [],
        response: { 200: z.object({ status: z.string(), version: z.string(), pid: z.int() }), ...refusals("open") },
      },
    },
    async () => {
      await checkStore();
      return { status: "ok", version, pid: process.pid };
    },
  );

  app.get(
    "/metrics",
    {
      schema: {
        summary: "Figures for Prometheus",
        response: { 200: textResponse("text/plain", "The figures"), ...refusals() },
      },
    },
    async (request, reply) => {
      permitScope(request.caller, "human");
      reply.type("text/plain; version=0.0.4; charset=utf-8");
      return metrics([
        [
          "yourcall_asks_total",
          "counter",
          "Asks by how they came and ended, since this hub started",
          Object.entries(hub.counts).map(([event, value]) => [`{event="${event}"}`, value]),
        ],
        ["yourcall_asks_pending", "gauge", "Asks that wait for a person", [["", await hub.store.countPending()]]],
        ["yourcall_waiters", "gauge", "Connections that wait for an outcome", [["", hub.waiters.total()]]],
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
    },
  );
}

type Metric = [name: string, type: string, help: string, samples: [labels: string, value: number][]];

function metrics(list: Metric[]): string {
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
