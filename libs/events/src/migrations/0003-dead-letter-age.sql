create index dead_letter_age on dead_letter (dead_lettered_at);
