import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A category that somebody is told of; one without a row tells nobody. */
@Entity('notification_category')
export class NotificationCategoryEntity {
  @PrimaryColumn('text') name!: string;
  /** v0's bits of who is told. */
  @Column('int') bits!: number;
}
