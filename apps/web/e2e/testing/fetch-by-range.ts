import { open } from 'node:fs/promises';
import { expect } from '@playwright/test';
import type { HouseApi } from './house-api.js';

const PIECE = 400_000;

/** A file of the gateway, piece by piece as a player seeks it, put together under `to`. @returns bytes */
export async function fetchByRange(api: HouseApi, from: string, to: string): Promise<number> {
  const file = await open(to, 'w');
  let size = Infinity;
  try {
    for (let at = 0; at < size; at += PIECE) {
      const answer = await api.call(from, { headers: { range: `bytes=${String(at)}-${String(at + PIECE - 1)}` } });
      const said = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(answer.headers.get('content-range') ?? '');
      expect(answer.status).toBe(206);
      expect(Number(said?.[1])).toBe(at);
      size = Number(said?.[3]);
      await file.write(Buffer.from(await answer.arrayBuffer()), 0, null, at);
    }
  } finally {
    await file.close();
  }
  return size;
}
