import type { ButtonRecord, DeviceRecord, DeviceStore, Receipt } from "../device-store.ts";
import type { Query, Row } from "./query.ts";

const saveRow = `INSERT INTO yourcall.devices
    (id, kind, name, person, level, approvals, state, address, created_at, ok_at, failing_since, reason)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
  ON CONFLICT (id) DO UPDATE SET name = excluded.name, person = excluded.person, level = excluded.level,
    approvals = excluded.approvals, state = excluded.state, address = excluded.address, ok_at = excluded.ok_at,
    failing_since = excluded.failing_since, reason = excluded.reason`;
const selectDevices = `SELECT id, kind, name, person, level, approvals, state, address, created_at AS "createdAt", ok_at AS "okAt",
  failing_since AS "failingSince", reason FROM yourcall.devices ORDER BY created_at, id`;
const insertButton = `INSERT INTO yourcall.buttons (hash, ask, device, act)
  SELECT $1, $2, $3, $4 WHERE EXISTS (SELECT 1 FROM yourcall.asks WHERE id = $2)
    AND EXISTS (SELECT 1 FROM yourcall.devices WHERE id = $3)
  ON CONFLICT (hash) DO UPDATE SET act = excluded.act`;
const insertReceipt = `INSERT INTO yourcall.receipts (ask, device, what, at, reason, handle)
  SELECT $1, $2, $3, $4, $5, $6 WHERE EXISTS (SELECT 1 FROM yourcall.asks WHERE id = $1) ON CONFLICT DO NOTHING`;
const selectReceipts = `SELECT r.ask, r.device, d.name, r.what, r.at, r.reason, r.handle FROM yourcall.receipts r
  LEFT JOIN yourcall.devices d ON d.id = r.device WHERE r.ask = $1 ORDER BY r.at, r.what`;
const takeRow = `INSERT INTO yourcall.leases AS l (name, holder, until) VALUES ($1, $2, $3)
  ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
    WHERE l.holder = excluded.holder OR l.until <= $4 RETURNING name`;

export async function saveDevice(query: Query, device: DeviceRecord): Promise<void> {
  const { id, kind, name, person, level, approvals, state, address, createdAt, okAt, failingSince, reason } = device;
  await query(
    saveRow,
    ...[id, kind, name, person ?? null, level, approvals ? 1 : 0, state, address, createdAt],
    ...[okAt ?? null, failingSince ?? null, reason ?? null],
  );
}

export async function listDevices(query: Query): Promise<DeviceRecord[]> {
  return (await query(selectDevices)).map(
    (row) => ({ ...withoutNulls(row), approvals: row.approvals === 1 }) as unknown as DeviceRecord,
  );
}

export async function removeDevice(query: Query, id: string): Promise<void> {
  await query("DELETE FROM yourcall.devices WHERE id = $1", id);
  await query("DELETE FROM yourcall.tokens WHERE scope = 'device' AND device = $1", id);
}

export async function addButton(query: Query, { hash, ask, device, act }: ButtonRecord): Promise<void> {
  await query(insertButton, hash, ask, device, act);
}

export async function findButton(query: Query, hash: string): Promise<ButtonRecord | null> {
  const [row] = await query("SELECT hash, ask, device, act FROM yourcall.buttons WHERE hash = $1", hash);
  return row === undefined ? null : (row as unknown as ButtonRecord);
}

export async function addReceipt(query: Query, receipt: Receipt): Promise<void> {
  const { ask, device, what, at, reason, handle } = receipt;
  await query(insertReceipt, ask, device, what, at, reason ?? null, handle ?? null);
}

export async function receiptsOf(query: Query, ask: string): Promise<Receipt[]> {
  return (await query(selectReceipts, ask)).map((row) => withoutNulls(row) as unknown as Receipt);
}

export async function takeLease(
  query: Query,
  name: string,
  { holder, until, now }: Parameters<DeviceStore["takeLease"]>[1],
): Promise<boolean> {
  return (await query(takeRow, name, holder, until, now)).length > 0;
}

export async function dropLease(
  query: Query,
  name: string,
  { holder, now }: Parameters<DeviceStore["dropLease"]>[1],
): Promise<void> {
  await query("DELETE FROM yourcall.leases WHERE (name = $1 AND holder = $2) OR until <= $3", name, holder, now);
}

function withoutNulls(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
}
