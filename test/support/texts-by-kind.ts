/** A text of each kind that tables of facts name. */
export const TEXTS_BY_KIND: Readonly<Record<string, string>> = {
  json: '{}{"name":"Acme"}',
  xml: '&lt;order id="1"&gt;&lt;/order&gt;',
  sql: 'SELECT Id FROM Orders',
  'ole-db': 'Provider=SQLOLEDB;Data Source=db',
  odbc: 'Driver={}SQL;Server=db',
  'without-provider': 'Server=db;Database=Orders',
  'web-address': 'https://acme.example/a.docx',
  'special-keys': 'abc[k(enter)]',
  number: '31',
  thousands: '5000',
  minutes: '300000',
  'fixed-cells': 'A10:D20',
  'newer-python': 'C:\\Python311',
  '64-bit-folder': 'C:\\Program Files\\Python39',
  '32-bit-folder': 'C:\\Program Files (x86)\\Python39',
};
