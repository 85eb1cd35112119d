-- Without case, accents and forms of width: "É", "é" and "e" are one letter. Not declared strict: what is strict is
-- called as a function, which costs more than all the rest of a record's words, and not made part of its caller.
create or replace function search_fold(value text) returns text language sql immutable parallel safe as $$
  select case when octet_length(value) = length(value) then lower(value collate "C")
    else replace(normalize(
      lower(regexp_replace(normalize(value, NFKD), '[\u0300-\u036f]+', '', 'g') collate "und-x-icu"), NFC),
      'ß', 'ss') collate "C" end
$$;

-- What the words of a tenant begin with in the index, so that a query reads nothing of others. Letters, for the
-- parser. It need not be unique: every statement names the tenant too.
create or replace function search_scope(workspace_id uuid, mode text) returns text language sql immutable parallel safe as $$
  select translate(right(workspace_id::text, 5), '0123456789', 'ghijklmnop') || left(mode, 1)
$$;

-- The words of a text with their positions. U+001F stands between texts that no phrase reaches over; U+E000 takes its place
-- for ICU. Scripts without spaces, and emoji, become words of one character. PostgreSQL only gets to see ASCII, whatever its
-- locale.
create or replace function search_vector(scope text, value text) returns tsvector
  language plpgsql immutable parallel safe as $$
declare
  words text;
begin
  if octet_length(value) = length(value) then
    words := replace(regexp_replace(lower(value collate "C"), '[^a-z0-9\u001f]+', ' ', 'g'), E'\u001f', E' \u001f ');
    return ts_delete(to_tsvector('pg_catalog.simple', scope || replace(words, ' ', ' ' || scope)), scope);
  end if;
  words := regexp_replace(search_fold(replace(replace(value, E'\ue000', ' '), E'\u001f', E' \ue000 ')),
    '([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2600-\u27bf\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U0001f000-\U0001faff\U00020000-\U0003ffff])',
    ' \1 ', 'g');
  words := regexp_replace(words collate "und-x-icu",
    '[[:punct:][:space:]$+<=>^\u0060|~\u0000-\u001e\u007f-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u2000-\u25ff\u27c0-\u2bff\u3000-\u303f\ufe00-\ufe0f\ufff0-\uffff]+',
    ' ', 'g');
  return (
    select coalesce(string_agg(scope || word || ':' || least(n, 16383), ' '), '')::tsvector
      from unnest(string_to_array(words, ' ')) with ordinality as t (word, n)
     where word not in ('', E'\ue000') and octet_length(word) < 2000);
end $$;

-- A word that stands for a value of a field, and for no text. PostgreSQL takes words of up to 2046 bytes.
create or replace function search_key(scope text, field text, value text) returns text language sql immutable parallel safe as $$
  select scope || field || E'\u001f' || left(search_fold(value), 330)
$$;

create or replace function search_keys(scope text, field text, value text) returns tsvector
  language plpgsql immutable parallel safe as $$
declare
  folded text := search_fold(value);
begin
  if length(folded) <= 330 then
    return array_to_tsvector(string_to_array(scope || field || E'\u001f'
      || replace(folded, E'\u001e', E'\u001e' || scope || field || E'\u001f'), E'\u001e'));
  end if;
  return array_to_tsvector(array(
    select search_key(scope, field, one) from unnest(string_to_array(value, E'\u001e')) one));
end $$;

-- An address is found by its beginning and, reversed, by its end.
create or replace function search_address(scope text, email text) returns tsvector
  language sql immutable parallel safe as $$
  select search_keys(scope, 'email', email) || search_keys(scope, 'email_reversed', reverse(search_fold(email)))
$$;

-- Free fields as words, and each value as a key of its field.
create or replace function search_custom(scope text, fields jsonb) returns tsvector
  language sql immutable parallel safe as $$
  select coalesce(
      search_vector(scope, E'\u001f' || string_agg(replace(one.value, E'\u001f', ' '), E'\u001f'))
      || array_to_tsvector(array_agg(search_key(scope, 'custom.' || left(search_fold(key), 100), one.value))), '')
    from jsonb_each(fields) each,
      jsonb_array_elements_text(case jsonb_typeof(each.value) when 'array' then each.value
        else jsonb_build_array(each.value) end) as one (value)
   where one.value is not null
$$;

-- [{"words": "on fire"}, {"field": "tag", "value": "vip"}, {"words": "print", "prefix": true}], joined by & or
-- by |; the words of one entry are a phrase. Null where nothing of it can be looked for.
create or replace function search_query(scope text, terms jsonb, joined text) returns tsquery
  language plpgsql immutable parallel safe as $$
declare
  term jsonb; words text[]; parts text[] := '{}';
begin
  for term in select * from jsonb_array_elements(terms) loop
    words := case when term ? 'field'
      then array[search_key(scope,
        (term ->> 'field') || coalesce('.' || left(search_fold(term ->> 'key'), 100), ''), term ->> 'value')]
      else array(select lexeme from unnest(search_vector(scope,
          replace(term ->> 'words', E'\u001f', ' '))) as v, unnest(v.positions) as n
        order by n) end;
    continue when cardinality(words) = 0;
    parts := parts || (
      select '(' || string_agg('''' || replace(replace(word, '\', '\\'), '''', '''''') || ''''
          || case when n = cardinality(words) and (term -> 'prefix')::boolean then ':*' else '' end,
        ' <-> ' order by n) || ')'
        from unnest(words) with ordinality as t (word, n));
  end loop;
  return case when parts = '{}' then null else array_to_string(parts, joined)::tsquery end;
end $$;
