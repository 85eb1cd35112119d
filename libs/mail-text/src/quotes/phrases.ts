/**
 * What mail programs write before a quotation, by their languages: their own templates, in lower case. Gmail, Outlook, Apple Mail,
 * Thunderbird and Yahoo are the programs whose forms are here.
 */

/** Verbs of an attribution that are its last word: `On …, Dana wrote:`. */
export const LAST_VERBS = [
  ...['wrote', 'writes', 'sent', 'a écrit', 'écrit', 'a ecrit', 'ha scritto', 'escribió', 'escribio', 'ha escrit', 'va escriure', 'escreveu'],
  ...['pisze', 'napisał(a)', 'napisał', 'napisała', 'napisał/a', 'napsal(a)', 'napsal', 'napsala', 'napísal(a)', 'napísal', 'napísala'],
  ...['kirjoitti', 'írta', 'ezt írta', 'a scris', 'şunu yazdı', 'şunları yazdı', 'yazdı', 'написал', 'написала', 'написал(а)', 'пишет'],
  ...['писал', 'писал(а)', 'писала', 'написав', 'написала', 'написав(ла)', 'пише', 'написа', 'έγραψε', 'έγραψαν', 'je napisao', 'je napisala'],
  ...['je napisao/la', 'napisao je', 'je napisal', 'je napisala', 'je napisal/-a', 'je napisal(a)', 'rašė', 'parašė', 'rakstīja'],
  ...['uzrakstīja', 'kirjutas', 'skrifaði', 'đã viết', 'menulis', 'idatzi du', 'escribiu', 'schrieb', 'schreef', 'skrev', 'geschreven', 'geschrieben'],
  ...['כתב', 'כתב/ה', 'כתבה', 'כתב(ה)', 'كتب', 'كتبت', 'เขียนว่า', 'ने लिखा'],
  ...['写道', '寫道', '写到', '编写', '作成', 'のメール', 'のメッセージ', 'は書きました', 'さんは書きました', '님이 작성', '작성', '씀'],
]; // oxfmt-ignore

/** Verbs of an attribution that names the writer after them: `Am … schrieb Dana:`, `Dana schrieb am …:`. */
export const INNER_VERBS = [
  ...['schrieb', 'schreef', 'skrev', 'hat geschrieben', 'escribió', 'ha scritto', 'a écrit', 'odesílatel', 'odosielateľ'],
  ...['تمت كتابة ما يلي بواسطة', 'מאת', 'napisał', 'je oseba', 'følgende'],
]; // oxfmt-ignore

/** First words of an attribution that begins with a date. */
export const OPENINGS = [
  ...['on', 'am', 'le', 'el', 'il', 'il giorno', 'in data', 'em', 'no dia', 'a', 'op', 'den', 'd.', 'på', 'dne', 'dňa', 'dnia'],
  ...['w dniu', 'ma', 'ti', 'ke', 'to', 'pe', 'la', 'su', 'în', 'pe data de', 'на', 'στις', 'dana', 'dne', 'vào', 'pada', '在', '於'],
  ...['في', 'ב', 'בתאריך', '---- on'],
]; // oxfmt-ignore

type HeaderLabel = 'from' | 'date' | 'to' | 'subject' | 'other';

const LABELS: Record<HeaderLabel, readonly string[]> = {
  from: [
    ...['from', 'von', 'de', 'da', 'van', 'fra', 'från', 'lähettäjä', 'keneltä', 'od', 'od koho', 'feladó', 'expeditor', 'de la'],
    ...['kimden', 'gönderen', 'от', 'от кого', 'від', 'από', 'dari', 'từ', 'מאת', 'من', 'saatja', 'nuo', 'no', 'frá', 'expéditeur'],
    ...['差出人', '送信者', '送信元', '发件人', '發件人', '寄件者', '寄件人', '보낸 사람', '보낸사람', '보낸이', '발신', 'จาก', 'pošiljatelj', 'absender'],
  ],
  date: [
    ...['sent', 'date', 'gesendet', 'datum', 'envoyé', 'envoyé le', 'enviado', 'enviado el', 'enviado em', 'enviada em', 'fecha', 'data'],
    ...['inviato', 'data invio', 'verzonden', 'sendt', 'dato', 'skickat', 'skickades', 'lähetetty', 'päivämäärä', 'päiväys', 'pvm'],
    ...['wysłano', 'wysłane', 'odesláno', 'odoslané', 'odoslaný', 'dátum', 'elküldve', 'küldve', 'trimis', 'data trimiterii', 'tarih'],
    ...['gönderildi', 'gönderilme tarihi', 'отправлено', 'дата', 'надіслано', 'изпратено', 'ημερομηνία', 'στάλθηκε', 'dikirim', 'tanggal'],
    ...['đã gửi', 'ngày', 'נשלח', 'תאריך', 'تاريخ الإرسال', 'التاريخ', 'saadetud', 'kuupäev', 'išsiųsta', 'nosūtīts', 'sent at', 'message du'],
    ...['送信日時', '日時', '日付', '发送时间', '發送時間', '日期', '寄件日期', '时间', '時間', '보낸 날짜', '날짜', '발송', 'ส่ง', 'poslano', 'envoyée', 'le'],
    ...['gesendet am', 'date d\u2019envoi', "date d'envoi", 'expédié', 'sendt dato'],
  ],
  to: [
    ...['to', 'an', 'à', 'a', 'para', 'aan', 'til', 'till', 'vastaanottaja', 'kenelle', 'do', 'komu', 'címzett', 'către', 'către:'],
    ...['kime', 'alıcı', 'кому', 'до', 'προς', 'kepada', 'đến', 'אל', 'إلى', 'saaja', 'kellele', 'kam', 'skirta', 'destinataire', 'empfänger'],
    ...['宛先', '收件人', '收件者', '받는 사람', '받는사람', '받는이', '수신', 'ถึง', 'za', 'destinatario', 'per', 'adresat', 'pour'],
  ],
  subject: [
    ...['subject', 'betreff', 'objet', 'asunto', 'oggetto', 'onderwerp', 'emne', 'ämne', 'aihe', 'temat', 'assunto', 'předmět'],
    ...['predmet', 'tárgy', 'subiect', 'konu', 'тема', 'относно', 'θέμα', 'subjek', 'chủ đề', 'נושא', 'الموضوع', 'teema', 'tema', 'sujet'],
    ...['件名', '主题', '主題', '主旨', '제목', 'เรื่อง', 'zadeva', 'assumpte', 'efni', 'objet du message'],
  ],
  other: [
    ...['cc', 'bcc', 'kopie', 'kopi', 'kopia', 'kopio', 'copie à', 'copie', 'copia', 'cco', 'dw', 'udw', 'kopie:', 'ccn', 'ci', 'bilgi'],
    ...['másolatot kap', 'копия', 'копія', 'κοιν.', 'עותק', 'نسخة', '抄送', '副本', '참조', '複写', 'สำเนา', 'reply-to', 'antwort an'],
    ...['répondre à', 'importance', 'wichtigkeit', 'priorité', 'priority', 'attachments', 'anlagen', 'pièces jointes', 'organization'],
    ...['antworten an', 'responder a', 'rispondi a', 'odpowiedz do', 'vastaa', 'prioritet', 'vigtighed', 'belang', '重要度', '重要性'],
  ],
}; // oxfmt-ignore

/** What a label of a header means, in the languages of Outlook. */
export const HEADER_LABELS: ReadonlyMap<string, HeaderLabel> = new Map(
  Object.entries(LABELS).flatMap(([label, names]) => names.map((name) => [name, label as HeaderLabel])),
);

/** The title between dashes above a message that is answered. */
export const ORIGINAL_TITLES = new Set([
  ...['original message', 'original email', 'original mail', 'originalmessage', 'ursprüngliche nachricht', 'originalnachricht'],
  ...['original-nachricht', 'ursprüngliche mail', 'message original', 'message d\u2019origine', "message d'origine", 'message initial'],
  ...['e-mail d\u2019origine', "e-mail d'origine", 'mensaje original', 'messaggio originale', 'oorspronkelijk bericht', 'origineel bericht'],
  ...['oorspronkelijke bericht', 'oprindelig meddelelse', 'oprindelig besked', 'original besked', 'den oprindelige meddelelse'],
  ...['ursprungligt meddelande', 'originalmeddelande', 'opprinnelig melding', 'original melding', 'alkuperäinen viesti'],
  ...['alkuperäinen sähköposti', 'wiadomość oryginalna', 'oryginalna wiadomość', 'wiadomość pierwotna', 'mensagem original'],
  ...['původní zpráva', 'původní e-mail', 'pôvodná správa', 'eredeti üzenet', 'mesaj original', 'mesajul original', 'orijinal mesaj'],
  ...['orijinal ileti', 'исходное сообщение', 'оригинальное сообщение', 'первоначальное сообщение', 'вихідне повідомлення'],
  ...['оригинално съобщение', 'αρχικό μήνυμα', 'izvorna poruka', 'originalna poruka', 'izvirno sporočilo', 'algne kiri', 'missatge original'],
  ...['pesan asli', 'thư gốc', 'הודעה מקורית', 'رسالة أصلية', 'الرسالة الأصلية', '元のメッセージ', 'オリジナル メッセージ', 'オリジナルメッセージ'],
  ...['邮件原件', '原始邮件', '原始郵件', '原邮件', '原始信件', '원본 메시지', '원본 메일', '원본 이메일', 'reply message', 'antwort nachricht'],
]); // oxfmt-ignore

/** The title of a message that is forwarded: between dashes, or as a line that ends with a colon. */
export const FORWARD_TITLES = new Set([
  ...['forwarded message', 'forwarded mail', 'forwarded email', 'begin forwarded message', 'forward message', 'start of forwarded message'],
  ...['weitergeleitete nachricht', 'anfang der weitergeleiteten nachricht', 'weitergeleitete e-mail', 'message transféré'],
  ...['début du message transféré', 'début du message réexpédié', 'message réexpédié', 'mensaje reenviado', 'inicio del mensaje reenviado'],
  ...['mensaje enviado', 'messaggio inoltrato', 'inizio messaggio inoltrato', 'doorgestuurd bericht', 'begin doorgestuurd bericht'],
  ...['videresendt meddelelse', 'videresendt besked', 'start på videresendt besked', 'videresendt melding', 'videresendt e-post'],
  ...['starten på videresendt melding', 'vidarebefordrat meddelande', 'vidarebefordrat brev', 'välitetty viesti', 'edelleenlähetetty viesti'],
  ...['välitetty viesti alkaa', 'wiadomość przekazana dalej', 'przekazana wiadomość', 'początek przekazywanej wiadomości'],
  ...['treść przekazanej wiadomości', 'mensagem encaminhada', 'mensagem reencaminhada', 'início da mensagem encaminhada'],
  ...['início da mensagem reencaminhada', 'přeposlaná zpráva', 'začátek přeposílané zprávy', 'preposlaná správa', 'továbbított üzenet'],
  ...['továbbított levél', 'mesaj redirecționat', 'mesaj transmis mai departe', 'yönlendirilen ileti', 'iletilmiş mesaj', 'пересылаемое сообщение'],
  ...['пересланное сообщение', 'начало переадресованного сообщения', 'переслане повідомлення', 'препратено съобщение'],
  ...['προωθημένο μήνυμα', 'proslijeđena poruka', 'posredovano sporočilo', 'missatge reenviat', 'pesan terusan', 'thư đã chuyển tiếp'],
  ...['הודעה שהועברה', 'رسالة مُعاد توجيهها', 'رسالة معاد توجيهها', '転送メッセージ', '転送されたメッセージ', '转发邮件', '转发的邮件', '转发邮件信息'],
  ...['開始轉寄訊息', '轉寄郵件', '轉寄訊息', '开始转发的邮件', '전달된 메시지', '전달된 메일', '전달된 이메일'],
]); // oxfmt-ignore
