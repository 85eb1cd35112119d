-- Without case, forms of width, characters that no one sees, and the marks that a script can do without: accents, Hebrew points,
-- Arabic vowels; in Devanagari or Thai they are letters. Digits of every script are those of ASCII. Not declared strict: what is
-- strict is called as a function, which costs more than all the rest of a record's words, and not made part of its caller.
create or replace function search_fold(value text) returns text language sql immutable parallel safe as $$
  select case when octet_length(value) = length(value) then lower(value collate "C")
    else replace(replace(replace(replace(translate(normalize(lower(regexp_replace(normalize(value, NFKD),
      '[\u00ad\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u115f\u1160\u17b4\u17b5\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20ff\u3164\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\uffa0\U000e0000-\U000e0fff]+',
      '', 'g') collate "und-x-icu"), NFC),
      'łøđðħŧı٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९', 'loddhti012345678901234567890123456789'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') collate "C" end
$$;

-- What the words of a tenant begin with in the index, so that a query reads nothing of others. Letters, for the
-- parser. It need not be unique: every statement names the tenant too.
create or replace function search_scope(workspace_id uuid, mode text) returns text language sql immutable parallel safe as $$
  select translate(right(workspace_id::text, 5), '0123456789', 'ghijklmnop') || left(mode, 1)
$$;

-- Each grouped number of a folded text as a key: nobody knows how a number that is looked for was grouped.
create or replace function search_numbers(scope text, value text) returns tsvector
  language sql immutable parallel safe as $$
  select array_to_tsvector(array(
    select distinct scope || E'\u001fnumber\u001f' || regexp_replace(number[1], '[^0-9]+', '', 'g')
      from regexp_matches(value, '([0-9](?:[- ()/.\u2010-\u2015]{0,2}[0-9]){4,19})', 'g') number
     where number[1] ~ '[^0-9]'))
$$;

-- The words of a text with their positions. U+001F stands between texts that no phrase reaches over; U+E000 takes its place
-- for ICU. Scripts without spaces, and emoji, become words of one character. PostgreSQL only gets to see ASCII, whatever its
-- locale.
create or replace function search_vector(scope text, value text) returns tsvector
  language plpgsql immutable parallel safe as $$
declare
  words text; folded text;
  -- Most texts have no grouped number.
  grouped constant text := '[0-9][- ()/.\u2010-\u2015]{1,2}[0-9]';
begin
  if octet_length(value) = length(value) then
    words := replace(regexp_replace(lower(value collate "C"), '[^a-z0-9\u001f]+', ' ', 'g'), E'\u001f', E' \u001f ');
    return ts_delete(to_tsvector('pg_catalog.simple', scope || replace(words, ' ', ' ' || scope)), scope)
      || case when value ~ grouped then search_numbers(scope, value) else '' end;
  end if;
  folded := search_fold(replace(replace(value, E'\ue000', ' '), E'\u001f', E' \ue000 '));
  words := regexp_replace(folded,
    '([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2600-\u27bf\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U0001f000-\U0001faff\U00020000-\U0003ffff])',
    ' \1 ', 'g');
  words := regexp_replace(words collate "und-x-icu",
    '[[:punct:][:space:]$+<=>^\u0060|~\u0000-\u001e\u007f-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u2000-\u25ff\u27c0-\u2bff\u3000-\u303f\ufe00-\ufe0f\ufff0-\uffff]+',
    ' ', 'g');
  return (
    select coalesce(string_agg(scope || word || ':' || least(n, 16383), ' '), '')::tsvector
      from unnest(string_to_array(words, ' ')) with ordinality as t (word, n)
     where word not in ('', E'\ue000') and octet_length(word) < 2000)
    || case when folded ~ grouped then search_numbers(scope, folded) else '' end;
end $$;

-- A word that stands for a value of a field, and for no text: none begins with U+001F, so that no beginning of a word matches it,
-- which would have no position in a phrase. PostgreSQL takes words of up to 2046 bytes.
create or replace function search_key(scope text, field text, value text) returns text language sql immutable parallel safe as $$
  select scope || E'\u001f' || field || E'\u001f' || left(search_fold(value), 330)
$$;

create or replace function search_keys(scope text, field text, value text) returns tsvector
  language plpgsql immutable parallel safe as $$
declare
  folded text := search_fold(value);
begin
  if length(folded) <= 330 then
    return array_to_tsvector(string_to_array(scope || E'\u001f' || field || E'\u001f'
      || replace(folded, E'\u001e', E'\u001e' || scope || E'\u001f' || field || E'\u001f'), E'\u001e'));
  end if;
  return array_to_tsvector(array(
    select search_key(scope, field, one) from unnest(string_to_array(value, E'\u001e')) one));
end $$;

-- A record is found by its own id.
create or replace function search_id(scope text, id uuid) returns tsvector language sql immutable parallel safe as $$
  select array_to_tsvector(array[search_key(scope, 'id', id::text)])
$$;

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

-- One term of a query: {"words": "on fire"}, a phrase, {"field": "tag", "value": "vip"}, or several of them as {"any": […]} or
-- {"all": […]}. With "prefix" the last word is the beginning of one. Null where nothing of it can be looked for.
create or replace function search_term(scope text, term jsonb) returns text
  language plpgsql immutable parallel safe as $$
declare
  words text[];
begin
  if term ?| array['any', 'all'] then
    return (select '(' || string_agg(part, case when term ? 'any' then ' | ' else ' & ' end) || ')'
      from jsonb_array_elements(coalesce(term -> 'any', term -> 'all')) one, search_term(scope, one) part);
  end if;
  words := case when term ? 'field'
    then array[search_key(scope,
      (term ->> 'field') || coalesce('.' || left(search_fold(term ->> 'key'), 100), ''), term ->> 'value')]
    else array(select lexeme from unnest(search_vector(scope,
        replace(term ->> 'words', E'\u001f', ' '))) as v, unnest(v.positions) as n
      order by n) end;
  return (
    select '(' || string_agg('''' || replace(replace(word, '\', '\\'), '''', '''''') || ''''
        || case when n = cardinality(words) and (term -> 'prefix')::boolean then ':*' else '' end,
      ' <-> ' order by n) || ')'
      from unnest(words) with ordinality as t (word, n));
end $$;

-- Terms, joined by & or by |. Null where nothing of them can be looked for.
create or replace function search_query(scope text, terms jsonb, joined text) returns tsquery
  language sql immutable parallel safe as $$
  select string_agg(part, joined)::tsquery from jsonb_array_elements(terms) term, search_term(scope, term) part
$$;
