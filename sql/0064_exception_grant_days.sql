-- Days for which members cannot approve what those have requested who invited them or gave them their role. Null: 30; 0: no limit.
alter table organisation_settings add column exception_grant_days integer check (exception_grant_days between 0 and 365);
