import { type MessageDef } from '#libs/contracts';

/** Kept by JetStream until it is dealt with. */
export type KeptDef = MessageDef & { readonly kind: 'event' | 'command' };
export type EventDef = MessageDef & { readonly kind: 'event' };
export type CommandDef = MessageDef & { readonly kind: 'command' };
/** Core NATS, may be lost. */
export type PulseDef = MessageDef & { readonly kind: 'pulse' };
