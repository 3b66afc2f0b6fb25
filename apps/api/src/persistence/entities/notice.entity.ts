import { type Notice } from '#libs/contracts';
import { type Message } from '#libs/messages';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('notice')
export class NoticeEntity {
  @PrimaryColumn('text') id!: string;
  /** Identifies the problem, so that a repeated problem stays one notice. */
  @Column('text', { unique: true }) key!: string;
  @Column('text') kind!: Notice['kind'];
  @Column('text') level!: Notice['level'];
  @Column('uuid', { name: 'channel_uuid', nullable: true }) channelUuid!: string | null;
  @Column('uuid', { name: 'vod_uuid', nullable: true }) vodUuid!: string | null;
  @Column('jsonb') title!: Message;
  @Column('jsonb') text!: Message;
  @Column('timestamptz', { name: 'first_at' }) firstAt!: Date;
  @Column('timestamptz', { name: 'last_at' }) lastAt!: Date;
  @Column('int', { default: 1 }) count!: number;
  @Column('timestamptz', { name: 'resolved_at', nullable: true }) resolvedAt!: Date | null;
}
