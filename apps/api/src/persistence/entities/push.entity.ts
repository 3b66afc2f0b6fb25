import { type Message } from '#libs/messages';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintColumn } from './columns.js';

/** A subscription: one topic that a site should push for one channel, and its status. */
@Entity('push_subscription')
export class PushSubscriptionEntity {
  @PrimaryColumn('text') kind!: string;
  @PrimaryColumn('text', { name: 'source_id' }) sourceId!: string;
  @PrimaryColumn('text') topic!: string;
  /** The site's id of the subscription; null if unknown, for example before the first request. */
  @Column('text', { name: 'site_id', nullable: true }) siteId!: string | null;
  @Column('text') transport!: 'webhook' | 'websocket';
  @Column('text', { name: 'session_id', nullable: true }) sessionId!: string | null;
  @Column('text') status!: 'active' | 'pending' | 'polled' | 'failed' | 'revoked';
  @Column('jsonb', { nullable: true }) reason!: Message | null;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt!: Date;
}

/** Ids of the deliveries of the last minutes; a repeated id is a repeated delivery. */
@Entity('push_message')
export class PushMessageEntity {
  @PrimaryColumn('text') id!: string;
  @Column('timestamptz') at!: Date;
}

/** Counts refused calls of the webhook, by reason. */
@Entity('push_refusal')
export class PushRefusalEntity {
  @PrimaryColumn('text') kind!: string;
  @PrimaryColumn('text') reason!: string;
  @Column('bigint', { transformer: bigintColumn }) count!: number;
  @Column('timestamptz', { name: 'last_at' }) lastAt!: Date;
}
