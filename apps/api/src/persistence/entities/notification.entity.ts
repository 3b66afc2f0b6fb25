import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A category with notifications; a category without a row sends none. */
@Entity('notification_category')
export class NotificationCategoryEntity {
  @PrimaryColumn('text') name!: string;
  /** v0's bit mask of the notified services (websocket 1, Telegram 2, ...). */
  @Column('int') bits!: number;
}
