import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The one operator. Without a row no password is set. */
@Entity('operator')
export class OperatorEntity {
  /** Always 1: there is one operator. */
  @PrimaryColumn('smallint') id!: number;
  /** argon2id in PHC format. */
  @Column('text', { name: 'password_hash' }) passwordHash!: string;
  @Column('timestamptz', { name: 'changed_at' }) changedAt!: Date;
}
