import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/**
 * Something that happened on a channel, as v0 writes it: `{time, action}` or a change of title and category
 * (server-behaviour 1.2).
 */
@Entity('channel_history')
export class ChannelHistoryEntity {
  @PrimaryGeneratedColumn('increment', { type: 'bigint' }) id!: string;
  @Column('uuid', { name: 'channel_uuid' }) channelUuid!: string;
  @Column('timestamptz') at!: Date;
  @Column('jsonb') fact!: Record<string, unknown>;
}
