import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/**
 * What keeps the texts, in a form that also runs on a node of a Citus cluster: there a row of a table has another type, SQL functions
 * with parameters reach no table, and an UPDATE calls no function of its columns that reads others.
 */
export const textsOnNodesMigration: Migration = {
  async up(db: MigrationDb) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const head = 'language plpgsql set search_path = clients, public, pg_temp';
const textOfNew =
  'text_of_contact(new.tenant, new.client_id, new.full_name, new.email, new.role, new.additional_email_addresses, new.phone_numbers)';

const statements = [
  `create or replace function keep_client_text(of_tenant uuid, of_client uuid) returns void ${head} as $$
    declare content text;
    begin
      select search_text(concat_ws(E'\\n', c.client_name, c.email, c.phone_no, regexp_replace(c.phone_no, '\\D', '', 'g'), c.address, l.email, l.phone, regexp_replace(l.phone, '\\D', '', 'g'),
        concat_ws(' ', l.address_line1, l.address_line2, l.address_line3, l.city, l.state_province, l.postal_code, l.country_name)))
      into content from clients c left join client_locations l on l.tenant = c.tenant and l.client_id = c.client_id and l.is_default
      where c.tenant = of_tenant and c.client_id = of_client;
      if content is not null then
        insert into client_texts (tenant, client_id, text) values (of_tenant, of_client, content)
        on conflict (tenant, client_id) do update set text = excluded.text where client_texts.text <> excluded.text;
      end if;
    end $$`,

  `create function text_of_contact(of_tenant uuid, of_client uuid, name text, address text, job text, addresses jsonb, phones jsonb) returns text stable ${head} as $$
    begin
      return search_text(concat_ws(E'\\n', name, address, job,
        (select string_agg(email->>'email_address', E'\\n') from jsonb_array_elements(addresses) email),
        (select string_agg(concat_ws(E'\\n', phone->>'phone_number', regexp_replace(phone->>'phone_number', '\\D', '', 'g'), phone->>'normalized_phone_number'), E'\\n')
          from jsonb_array_elements(phones) phone),
        (select client_name from clients where clients.tenant = of_tenant and clients.client_id = of_client)));
    end $$`,

  `create or replace function keep_text_of_client() returns trigger ${head} as $$
    declare
      c record;
      content text;
    begin
      perform keep_client_text(new.tenant, new.client_id);
      if tg_op = 'UPDATE' and new.client_name <> old.client_name then
        for c in select contact_name_id, full_name, email, role, additional_email_addresses, phone_numbers from contacts
          where tenant = new.tenant and client_id = new.client_id
        loop
          content := text_of_contact(new.tenant, new.client_id, c.full_name, c.email, c.role, c.additional_email_addresses, c.phone_numbers);
          update contact_texts set text = content where tenant = new.tenant and contact_name_id = c.contact_name_id;
        end loop;
      end if;
      return null;
    end $$`,

  `create or replace function keep_text_of_location() returns trigger ${head} as $$
    begin
      if tg_op = 'DELETE' then
        perform keep_client_text(old.tenant, old.client_id);
      else
        perform keep_client_text(new.tenant, new.client_id);
      end if;
      return null;
    end $$`,

  `create or replace function keep_text_of_contact() returns trigger ${head} as $$
    declare content text := ${textOfNew};
    begin
      insert into contact_texts (tenant, contact_name_id, text) values (new.tenant, new.contact_name_id, content)
      on conflict (tenant, contact_name_id) do update set text = excluded.text where contact_texts.text <> excluded.text;

      if coalesce(new.notes, '') = '' then
        delete from contact_note_texts where tenant = new.tenant and contact_name_id = new.contact_name_id;
      else
        insert into contact_note_texts (tenant, contact_name_id, text) values (new.tenant, new.contact_name_id, search_text(new.notes))
        on conflict (tenant, contact_name_id) do update set text = excluded.text where contact_note_texts.text <> excluded.text;
      end if;
      return null;
    end $$`,

  'drop function text_of_contact(contacts)',
];
