import { z } from 'zod';
import type { HelixAnswer, HelixCall } from '../helix/helix-call.js';
import { refusal } from '../helix/helix-call.js';
import { EVENT_TYPES, type EventType } from './subscription.js';

const CreateWire = z.object({
  type: z.string(),
  version: z.string(),
  condition: z.record(z.string(), z.unknown()),
  transport: z.object({
    method: z.string(),
    callback: z.string().exactOptional(),
    secret: z.string().exactOptional(),
    session_id: z.string().exactOptional(),
  }),
});
export type CreateTransport = z.infer<typeof CreateWire>['transport'];
export interface WantedSubscription {
  readonly type: EventType;
  readonly version: string;
  readonly broadcasterId: string;
  readonly transport: CreateTransport;
}

const isType = (type: string): type is EventType => type in EVENT_TYPES;

function typeFault(type: EventType, version: string): HelixAnswer | null {
  const { current, removed } = EVENT_TYPES[type];
  if (version === current) return null;
  return (removed as readonly string[]).includes(version)
    ? refusal(410, 'subscription version has been removed')
    : refusal(400, 'invalid subscription type and version');
}

async function bodyOf({ exchange }: HelixCall): Promise<unknown> {
  try {
    return JSON.parse((await exchange.body()).toString());
  } catch {
    return null;
  }
}

/** The body of `POST /eventsub/subscriptions`, as far as it can be judged by itself. */
export async function readSubscription(call: HelixCall): Promise<WantedSubscription | HelixAnswer> {
  const wire = CreateWire.safeParse(await bodyOf(call));
  if (!wire.success) return refusal(400, 'error parsing request body');
  const { type, version, condition, transport } = wire.data;
  if (!isType(type)) return refusal(400, 'invalid subscription type and version');
  const fault = typeFault(type, version);
  if (fault) return fault;
  const { broadcaster_user_id: broadcasterId } = condition;
  if (typeof broadcasterId !== 'string' || broadcasterId === '' || Object.keys(condition).length > 1)
    return refusal(400, 'invalid condition');
  if (!call.ports.world.byId(broadcasterId)) return refusal(400, 'cannot find user specified in condition');
  return { type, version, broadcasterId, transport };
}
