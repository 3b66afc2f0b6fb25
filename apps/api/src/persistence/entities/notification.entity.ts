import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A category that somebody is notified of; one without a row tells nobody. */
@Entity('notification_category')
export class NotificationCategoryEntity {
  @PrimaryColumn('text') name!: string;
  /** v0's bits of who is notified. */
  @Column('int') bits!: number;
}
