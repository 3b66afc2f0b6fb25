import { type NotificationCategory, type ReceiverKind } from '#libs/contracts';
import { type Message } from '#libs/messages';
import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** Where notifications go. Receivers of v0 have their kind as id and their configuration in the settings. */
@Entity('notification_receiver')
export class NotificationReceiverEntity {
  @PrimaryColumn('text') id!: string;
  @Column('text') kind!: ReceiverKind;
  @Column('text') name!: string;
  @Column('boolean', { name: 'is_on' }) isOn!: boolean;
  @Column('boolean', { name: 'is_quiet' }) isQuiet!: boolean;
  /** Sealed; null: the settings hold it. */
  @Column('text', { nullable: true }) config!: string | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
}

/** Templates of a category that differ from the default. */
@Entity('notification_template')
export class NotificationTemplateEntity {
  @PrimaryColumn('text') category!: NotificationCategory;
  @Column('text') title!: string;
  @Column('text') text!: string;
  @Column('text') picture!: string;
  @Column('text') link!: string;
  @Column('boolean') speech!: boolean;
}

/** What happened, as the rows of its messages store it. */
export interface NotificationEvent {
  readonly category: NotificationCategory;
  readonly level: 'info' | 'warning' | 'error';
  /** The end of a problem that was reported before. */
  readonly ended?: boolean;
  readonly title: Message;
  readonly text?: Message | null;
  readonly channelUuid?: string | null;
  readonly vodUuid?: string | null;
  /** Address of a picture at a site; empty or absent: none. */
  readonly picture?: string;
  /** Values of the variables of templates. */
  readonly values?: Readonly<Record<string, string>>;
  /** When it happened, ISO 8601. */
  readonly at: string;
  readonly isTest?: boolean;
}

/** One message to one receiver, from the transaction of its cause until it is delivered or given up. */
@Entity('notification_delivery')
export class NotificationDeliveryEntity {
  @PrimaryGeneratedColumn('increment', { type: 'bigint' }) id!: string;
  /** Unique together with the receiver: a repeated event is one message. */
  @Column('text', { name: 'event_id' }) eventId!: string;
  @Column('text', { name: 'receiver_id' }) receiverId!: string;
  @Column('jsonb') event!: NotificationEvent;
  @Column('text', { default: 'waiting' }) state!: 'waiting' | 'sent' | 'failed';
  @Column('int', { default: 0 }) attempts!: number;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { name: 'next_at', default: () => 'now()' }) nextAt!: Date;
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt!: Date | null;
  @Column('jsonb', { nullable: true }) answer!: Message | null;
}
