-- A reading that ran out of time, failed or died goes on where it was.
alter table sync_run add column read_to timestamptz, add column read_at timestamptz;
