import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A setting that differs from its default. Secrets lie sealed. */
@Entity('setting')
export class SettingEntity {
  @PrimaryColumn('text') key!: string;
  @Column('jsonb') value!: unknown;
  /** What we saved last: it holds when somebody broke `value` by hand. */
  @Column('jsonb', { name: 'good_value', nullable: true }) goodValue!: unknown;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt!: Date;
}
