import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/**
 * An event of a channel in the format of v0 (docs/reference/v0-api.md#history): `{time, action}`, or a change of title
 * and category.
 */
@Entity('channel_history')
export class ChannelHistoryEntity {
  @PrimaryGeneratedColumn('increment', { type: 'bigint' }) id!: string;
  @Column('uuid', { name: 'channel_uuid' }) channelUuid!: string;
  @Column('timestamptz') at!: Date;
  @Column('jsonb') fact!: Record<string, unknown>;
}
