import { createTextIndex, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** The texts that clients and contacts are found by. Triggers keep them: no way of writing a row can forget its text. */
export const textSearchMigration: Migration = {
  async up(db: MigrationDb) {
    await createTextIndex(db, 'clients', { name: 'client_texts', of: 'clients', key: 'client_id' });
    for (const name of ['contact_texts', 'contact_note_texts'])
      await createTextIndex(db, 'clients', { name, of: 'contacts', key: 'contact_name_id' });
    for (const statement of [...contactStatements, ...clientStatements]) await sql.raw(statement).execute(db);
    await sql.raw('update clients set client_name = client_name').execute(db);
    await sql.raw('create index clients_by_name on clients (tenant, client_name, client_id)').execute(db);
  },
};

const clientStatements = [
  `create function keep_client_text(of_tenant uuid, of_client uuid) returns void language sql set search_path = clients, public, pg_temp as $$
    insert into client_texts (tenant, client_id, text)
    select c.tenant, c.client_id, search_text(concat_ws(E'\\n', c.client_name, c.email, c.phone_no, regexp_replace(c.phone_no, '\\D', '', 'g'), c.address, l.email, l.phone, regexp_replace(l.phone, '\\D', '', 'g'),
      concat_ws(' ', l.address_line1, l.address_line2, l.address_line3, l.city, l.state_province, l.postal_code, l.country_name)))
    from clients c left join client_locations l on l.tenant = c.tenant and l.client_id = c.client_id and l.is_default
    where c.tenant = of_tenant and c.client_id = of_client
    on conflict (tenant, client_id) do update set text = excluded.text where client_texts.text <> excluded.text $$`,

  `create function keep_text_of_client() returns trigger language plpgsql set search_path = clients, public, pg_temp as $$
    begin
      perform keep_client_text(new.tenant, new.client_id);
      if tg_op = 'UPDATE' and new.client_name <> old.client_name then
        update contact_texts t set text = text_of_contact(c) from contacts c
          where c.tenant = new.tenant and c.client_id = new.client_id and t.tenant = c.tenant and t.contact_name_id = c.contact_name_id;
      end if;
      return null;
    end $$`,
  `create trigger keep_text after insert or update of client_name, email, phone_no, address on clients
    for each row execute function keep_text_of_client()`,

  `create function keep_text_of_location() returns trigger language plpgsql set search_path = clients, public, pg_temp as $$
    declare location client_locations := coalesce(new, old);
    begin
      perform keep_client_text(location.tenant, location.client_id);
      return null;
    end $$`,
  `create trigger keep_text after insert or update or delete on client_locations for each row execute function keep_text_of_location()`,
];

const contactStatements = [
  `create function text_of_contact(contact contacts) returns text language sql stable set search_path = clients, public, pg_temp as $$
    select search_text(concat_ws(E'\\n', contact.full_name, contact.email, contact.role,
      (select string_agg(email->>'email_address', E'\\n') from jsonb_array_elements(contact.additional_email_addresses) email),
      (select string_agg(concat_ws(E'\\n', phone->>'phone_number', regexp_replace(phone->>'phone_number', '\\D', '', 'g'), phone->>'normalized_phone_number'), E'\\n')
        from jsonb_array_elements(contact.phone_numbers) phone),
      (select client_name from clients where clients.tenant = contact.tenant and clients.client_id = contact.client_id))) $$`,

  `create function keep_text_of_contact() returns trigger language plpgsql set search_path = clients, public, pg_temp as $$
    begin
      insert into contact_texts (tenant, contact_name_id, text) values (new.tenant, new.contact_name_id, text_of_contact(new))
      on conflict (tenant, contact_name_id) do update set text = excluded.text where contact_texts.text <> excluded.text;

      if coalesce(new.notes, '') = '' then
        delete from contact_note_texts where tenant = new.tenant and contact_name_id = new.contact_name_id;
      else
        insert into contact_note_texts (tenant, contact_name_id, text) values (new.tenant, new.contact_name_id, search_text(new.notes))
        on conflict (tenant, contact_name_id) do update set text = excluded.text where contact_note_texts.text <> excluded.text;
      end if;
      return null;
    end $$`,
  `create trigger keep_text after insert or update of full_name, email, role, notes, phone_numbers, additional_email_addresses, client_id on contacts
    for each row execute function keep_text_of_contact()`,
];
