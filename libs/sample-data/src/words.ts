// Vocabulary of the sample data. Companies use the reserved domain .example (RFC 2606), so no mail can be delivered.
const words = (text: string): readonly string[] => text.trim().split(/,\s+/);
const lines = (text: string): readonly string[] => text.trim().split(/\n\s*/);

export const FIRST_NAMES = words(`
  Aaliyah, Adam, Aiko, Alejandro, Amara, Amina, Anders, Anika, Antonio, Arjun, Astrid, Aylin, Beatriz, Benjamin,
  Björn, Carlos, Carmen, Chiara, Chloé, Clara, Dana, Daniel, David, Diego, Elena, Élise, Emil, Emma, Esra, Fatima,
  Felix, Femi, Finn, Freja, Gabriel, Giulia, Grace, Hana, Hannah, Hiro, Ines, Ingrid, Isaac, Ivan, Jana, Jasmin,
  João, Jonas, José, Julia, Kaito, Karim, Katarzyna, Kofi, Lara, Lars, Lea, Lena, Liam, Linh, Lucía, Mai, Malik,
  Maria, Marta, Mateo, Max, Mehmet, Mia, Mina, Nadia, Ngozi, Nils, Nora, Olga, Oliver, Omar, Oskar, Paolo, Pedro,
  Priya, Rania, Ravi, Rosa, Samir, Sara, Sofia, Søren, Sven, Tariq, Thandi, Tomás, Uma, Viktor, Wei, Yara, Yuki,
  Yusuf, Zara, Zoë`);

export const LAST_NAMES = words(`
  Abara, Adeyemi, Aguilar, Ahmed, Almeida, Andersson, Bakker, Bauer, Becker, Bianchi, Brown, Castillo, Chen,
  Cohen, Costa, Da Silva, Diallo, Dubois, Eriksen, Fernández, Ferreira, Fischer, Fontaine, Garcia, Gruber, Haddad,
  Hansen, Hernández, Hoffmann, Ito, Ivanova, Jansen, Johansson, Jones, Kamau, Kaya, Keller, Khan, Kim, Kowalski,
  Kumar, Larsen, Laurent, Lee, Lindgren, Lopez, Maier, Martin, Mbeki, Meyer, Moreau, Müller, Nair, Nakamura,
  Nguyen, Nielsen, Novak, O’Brien, Okafor, Olsen, Öztürk, Papadopoulos, Patel, Pereira, Petrov, Popescu, Quinn,
  Rahman, Ricci, Rossi, Ruiz, Sato, Schmidt, Schneider, Sharma, Silva, Singh, Smith, Suzuki, Tanaka, Taylor, Tran,
  Vargas, Virtanen, Walker, Weber, Williams, Wilson, Wójcik, Yamamoto, Yılmaz, Zhang, Zimmermann`);

export const COMPANY_FIRST = words(`
  Acorn, Alpine, Amber, Anchor, Atlas, Aurora, Birch, Bluebird, Bright, Cedar, Clearwater, Cobalt, Copper, Coral,
  Crescent, Delta, Ember, Everest, Falcon, Fjord, Garnet, Granite, Harbour, Hazel, Horizon, Indigo, Juniper,
  Kestrel, Lantern, Linden, Lumen, Maple, Meadow, Meridian, Nimbus, Northwind, Oak, Orchard, Otter, Paper Crane,
  Pine, Quartz, Raven, Ridge, River, Saffron, Sequoia, Silver, Solstice, Summit, Tern, Tidal, Umber, Vela, Willow,
  Zephyr`);

export const COMPANY_LAST = words(`
  Analytics, Bakery, Bikes, Books, Clinic, Coffee, Consulting, Dental, Design, Energy, Farms, Finance, Foods,
  Furniture, Gardens, Hotels, Instruments, Labs, Legal, Logistics, Media, Mobility, Music, Optics, Pharmacy, Print,
  Robotics, Schools, Software, Sports, Studio, Systems, Textiles, Tours, Toys, Travel`);

export const PRODUCTS = words(`
  the mobile app, the dashboard, the calendar, the invoice export, the label printer, the card reader,
  the web shop, the booking form, the newsletter editor, the report builder, the customer portal, the chat widget,
  the scanner, the returns page, the stock list, the payroll import, the API, the delivery tracker,
  the desktop client, the tablet at the counter`);

/** `{product}`, `{order}`, `{day}` and `{amount}` are filled in. */
export const SUBJECTS = lines(`
  Where is order {order}?
  Order {order} arrived damaged
  Wrong item in order {order}
  Please cancel order {order}
  Refund for order {order}
  Charged twice for order {order}
  Invoice for order {order} is missing
  VAT number is missing on invoice {order}
  Cannot sign in to {product}
  Password reset does not arrive
  Two-factor code is refused
  {product} is very slow since {day}
  {product} shows an error
  {product} does not open any more
  {product} loses changes
  How do I export data from {product}?
  Dark mode for {product}?
  Add a colleague to our account
  Change the owner of our account
  Delete my account
  Upgrade to the yearly plan
  Question about the price of ten more seats
  Discount for schools
  Delivery on {day} instead
  Nobody came on {day}
  Change of address
  Reschedule the installation
  Spare part for a scanner
  Warranty of a card reader
  Paper jam in the label printer
  Feature request: filters in {product}
  Translation mistake in {product}
  Data protection agreement
  Security questionnaire
  Webhooks arrive late
  Rate limit reached with {product}
  Import stops half way
  Duplicate entries in {product}
  Time zone is wrong in {product}
  Thank you for the quick help`);

export const REQUESTS = lines(`
  It should have come on {day}, but nothing has arrived.
  It began on {day} and happens every time.
  We have tried it in two browsers and on a phone.
  A colleague sees the same on another machine.
  The amount of {amount} was taken from our account twice.
  We need it before {day}.
  There is a message that says something went wrong, with no number.
  The parcel was open when it came.
  Our customers are waiting at the counter.
  It worked until the last update.
  We pay {amount} a month and would like to know what changes.
  The tracking page has not changed since {day}.
  I have attached a photo to my last message.
  Nothing is urgent, but it would be good to know.
  The new address is already in the account.
  We would like to have it on one invoice.
  It concerns order {order} as well.
  The person who set it up has left the company.
  Half of the rows are missing after the import.
  The totals differ from the report by {amount}.`);

/** Half of all requests end with one of the first, which have the word that `npm run bench -- lists` looks for. */
export const CLOSINGS = lines(`
  Could you please have a look?
  Please let us know what to do.
  Would you please call back on {day}?
  Thank you for your help.
  Many thanks in advance.
  Kind regards from the whole team.`);

export const AGENT_REPLIES = lines(`
  Thank you for telling us. I am looking into it now.
  I have passed it on to the team that can fix it.
  The refund of {amount} is on its way; it takes two to three days to arrive.
  I have moved the delivery to {day}, between 8 and 12.
  This is fixed in the version of {day}. Please update.
  Could you tell me the number on the back of the device?
  A new one is on its way to you, free of charge.
  You find it in the settings, under Account.
  I have added your colleague; the invitation is in the mail.
  The invoice is attached, with the VAT number.`);

export const NOTES = lines(`
  Same cause as last week, see the status page.
  Customer since the beginning, be generous.
  Both charges are there: the first timed out on our side.
  Waiting for the carrier to answer.
  Checked the logs: the import stopped at the first empty row.`);

export const FOLLOW_UPS = lines(`
  Wonderful, that was quick.
  It works again, thank you.
  Sadly it is still the same.
  The number is {order}.
  That would be great.
  When can we expect it?
  We will try and write again on {day}.`);

export const DAYS = words(`
  Monday, Tuesday, Wednesday, Thursday, Friday, Saturday`);

/** The first are used most. */
export const TAG_NAMES = words(`
  billing, delivery, account, bug, refund, vip, how-to, Feature Request, damaged, login, invoice, mobile, api,
  escalated, returns, spam, onboarding, churn-risk, security, GDPR, hardware, translation, praise, legacy`);

export const FREE_DOMAINS = words(`example.com, example.net, example.org, mail.example`);
export const COUNTRY_CODES = words(`1, 31, 33, 34, 39, 44, 46, 49, 81, 90, 91, 234`);
export const PLAN_NAMES = words(`free, free, silver, gold`);
export const REGIONS = words(`north, south, east, west`);
