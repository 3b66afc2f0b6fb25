import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A setting that differs from its default. Secrets are sealed. */
@Entity('setting')
export class SettingEntity {
  @PrimaryColumn('text') key!: string;
  @Column('jsonb') value!: unknown;
  /** The value that Vodkeep saved last; it applies if a manual edit of `value` is invalid. */
  @Column('jsonb', { name: 'good_value', nullable: true }) goodValue!: unknown;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt!: Date;
}
