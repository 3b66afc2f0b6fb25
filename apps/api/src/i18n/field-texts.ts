import { type Translated } from './language.js';

/**
 * Complaints about single fields, by their English template; made in http/input-faults.ts, by schemas in contracts and
 * by what checks further. Of two templates that fit, the first counts. Not the locales of zod: those name types in
 * English (`förväntade string att ha`), and say what was wrong, not what to do.
 */
export const FIELD_TEXTS: Readonly<Record<string, Translated>> = {
  'is required': { sv: 'måste anges', ko: '필수 항목입니다', de: 'muss angegeben werden' },
  'is not a known field': { sv: 'är inget känt fält', ko: '알 수 없는 항목입니다', de: 'ist kein bekanntes Feld' },
  'is not a known setting': {
    sv: 'är ingen känd inställning',
    ko: '알 수 없는 설정입니다',
    de: 'ist keine bekannte Einstellung',
  },
  'is not valid': { sv: 'är inte giltigt', ko: '올바르지 않습니다', de: 'ist nicht gültig' },
  'must be at least {{n}} characters': {
    sv: 'måste vara minst {{n}} tecken',
    ko: '{{n}}자 이상이어야 합니다',
    de: 'muss mindestens {{n}} Zeichen haben',
  },
  'must be at most {{n}} characters': {
    sv: 'får vara högst {{n}} tecken',
    ko: '{{n}}자 이하여야 합니다',
    de: 'darf höchstens {{n}} Zeichen haben',
  },
  'must be at least {{n}} entries': {
    sv: 'måste ha minst {{n}} poster',
    ko: '항목이 {{n}}개 이상이어야 합니다',
    de: 'muss mindestens {{n}} Einträge haben',
  },
  'must be at most {{n}} entries': {
    sv: 'får ha högst {{n}} poster',
    ko: '항목이 {{n}}개 이하여야 합니다',
    de: 'darf höchstens {{n}} Einträge haben',
  },
  'must be at least {{n}}': {
    sv: 'måste vara minst {{n}}',
    ko: '{{n}} 이상이어야 합니다',
    de: 'muss mindestens {{n}} sein',
  },
  'must be at most {{n}}': { sv: 'får vara högst {{n}}', ko: '{{n}} 이하여야 합니다', de: 'darf höchstens {{n}} sein' },
  'must be one of: {{choices}}': {
    sv: 'måste vara något av: {{choices}}',
    ko: '다음 중 하나여야 합니다: {{choices}}',
    de: 'muss eines von diesen sein: {{choices}}',
  },
  'must be less than the length of the video, {{n}} s': {
    sv: 'måste vara mindre än videons längd, {{n}} s',
    ko: '영상 길이 {{n}}초보다 작아야 합니다',
    de: 'muss kleiner als die Länge des Videos sein, {{n}} s',
  },
  'must be less than the size of the storage, {{n}} GB': {
    sv: 'måste vara mindre än lagringens storlek, {{n}} GB',
    ko: '저장소 크기 {{n}}GB보다 작아야 합니다',
    de: 'muss kleiner als die Größe des Speichers sein, {{n}} GB',
  },
  'must be more than the space to be kept free, {{n}} GB': {
    sv: 'måste vara mer än det utrymme som ska hållas ledigt, {{n}} GB',
    ko: '비워 둘 공간 {{n}}GB보다 커야 합니다',
    de: 'muss mehr als der Platz sein, der frei bleiben soll, {{n}} GB',
  },
  'must be more than {{n}}': {
    sv: 'måste vara mer än {{n}}',
    ko: '{{n}}보다 커야 합니다',
    de: 'muss mehr als {{n}} sein',
  },
  'must be less than {{n}}': {
    sv: 'måste vara mindre än {{n}}',
    ko: '{{n}}보다 작아야 합니다',
    de: 'muss weniger als {{n}} sein',
  },
  'must be exactly {{n}} characters': {
    sv: 'måste vara exakt {{n}} tecken',
    ko: '정확히 {{n}}자여야 합니다',
    de: 'muss genau {{n}} Zeichen haben',
  },
  'must be exactly {{n}} entries': {
    sv: 'måste ha exakt {{n}} poster',
    ko: '항목이 정확히 {{n}}개여야 합니다',
    de: 'muss genau {{n}} Einträge haben',
  },
  'must be a multiple of {{n}}': {
    sv: 'måste vara en multipel av {{n}}',
    ko: '{{n}}의 배수여야 합니다',
    de: 'muss ein Vielfaches von {{n}} sein',
  },
  'must be a string': { sv: 'måste vara text', ko: '문자열이어야 합니다', de: 'muss Text sein' },
  'must be a number': { sv: 'måste vara ett tal', ko: '숫자여야 합니다', de: 'muss eine Zahl sein' },
  'must be a whole number': { sv: 'måste vara ett heltal', ko: '정수여야 합니다', de: 'muss eine ganze Zahl sein' },
  'must be a number, or empty': {
    sv: 'måste vara ett tal eller tomt',
    ko: '숫자이거나 비어 있어야 합니다',
    de: 'muss eine Zahl oder leer sein',
  },
  'must be a whole number, or empty': {
    sv: 'måste vara ett heltal eller tomt',
    ko: '정수이거나 비어 있어야 합니다',
    de: 'muss eine ganze Zahl oder leer sein',
  },
  'must be true or false': {
    sv: 'måste vara true eller false',
    ko: 'true 또는 false여야 합니다',
    de: 'muss true oder false sein',
  },
  'must be a list': { sv: 'måste vara en lista', ko: '목록이어야 합니다', de: 'muss eine Liste sein' },
  'must be an object': { sv: 'måste vara ett objekt', ko: '객체여야 합니다', de: 'muss ein Objekt sein' },
  'must be null': { sv: 'måste vara null', ko: 'null이어야 합니다', de: 'muss null sein' },
  'must not be given': { sv: 'får inte anges', ko: '지정할 수 없습니다', de: 'darf nicht angegeben werden' },
  'must be a uuid': { sv: 'måste vara en uuid', ko: 'uuid여야 합니다', de: 'muss eine UUID sein' },
  'must be an address that begins with {{schemes}}': {
    sv: 'måste vara en adress som börjar med {{schemes}}',
    ko: '{{schemes}}(으)로 시작하는 주소여야 합니다',
    de: 'muss eine Adresse sein, die mit {{schemes}} beginnt',
  },
  'must be an address': { sv: 'måste vara en adress', ko: '주소여야 합니다', de: 'muss eine Adresse sein' },
  'must be a date such as 2026-11-28': {
    sv: 'måste vara ett datum som 2026-11-28',
    ko: '2026-11-28과 같은 날짜여야 합니다',
    de: 'muss ein Datum wie 2026-11-28 sein',
  },
  'must be a moment such as 2026-11-28T10:00:00Z': {
    sv: 'måste vara en tidpunkt som 2026-11-28T10:00:00Z',
    ko: '2026-11-28T10:00:00Z와 같은 시각이어야 합니다',
    de: 'muss ein Zeitpunkt wie 2026-11-28T10:00:00Z sein',
  },
  'does not have the right form': {
    sv: 'har inte rätt form',
    ko: '형식이 올바르지 않습니다',
    de: 'hat nicht die richtige Form',
  },
  'a JSON body is needed (Content-Type: application/json)': {
    sv: 'en JSON-text behövs (Content-Type: application/json)',
    ko: 'JSON 본문이 필요합니다 (Content-Type: application/json)',
    de: 'ein JSON-Text ist nötig (Content-Type: application/json)',
  },
  'must not hold control characters': {
    sv: 'får inte innehålla styrtecken',
    ko: '제어 문자를 포함할 수 없습니다',
    de: 'darf keine Steuerzeichen enthalten',
  },
  'must not hold a NUL or half a character': {
    sv: 'får inte innehålla NUL eller halva tecken',
    ko: 'NUL 문자나 깨진 문자를 포함할 수 없습니다',
    de: 'darf kein NUL und kein halbes Zeichen enthalten',
  },
  'must lie ahead': { sv: 'måste ligga i framtiden', ko: '미래의 시각이어야 합니다', de: 'muss in der Zukunft liegen' },
  'must not lie before dateFrom': {
    sv: 'får inte ligga före dateFrom',
    ko: 'dateFrom보다 앞설 수 없습니다',
    de: 'darf nicht vor dateFrom liegen',
  },
  'is not the id of a game': { sv: 'är inget spel-id', ko: '게임 ID가 아닙니다', de: 'ist keine Kennung eines Spiels' },
  'is neither a uuid nor a login': {
    sv: 'är varken uuid eller kanalnamn',
    ko: 'uuid도 채널 이름도 아닙니다',
    de: 'ist weder eine UUID noch ein Kanalname',
  },
  'is not the current password': {
    sv: 'är inte det nuvarande lösenordet',
    ko: '현재 비밀번호가 아닙니다',
    de: 'ist nicht das aktuelle Passwort',
  },
  // Schemas of routes.
  'must be a date (2026-11-28) or a moment (2026-11-28T10:00:00Z)': {
    sv: 'måste vara ett datum (2026-11-28) eller en tidpunkt (2026-11-28T10:00:00Z)',
    ko: '날짜(2026-11-28) 또는 시각(2026-11-28T10:00:00Z)이어야 합니다',
    de: 'muss ein Datum (2026-11-28) oder ein Zeitpunkt (2026-11-28T10:00:00Z) sein',
  },
  'must be a number of seconds': {
    sv: 'måste vara ett antal sekunder',
    ko: '초 단위의 숫자여야 합니다',
    de: 'muss eine Anzahl von Sekunden sein',
  },
  'must be a whole number, 0 or more': {
    sv: 'måste vara ett heltal, 0 eller mer',
    ko: '0 이상의 정수여야 합니다',
    de: 'muss eine ganze Zahl ab 0 sein',
  },
  'must be a whole number from 0 to 1000000, or empty': {
    sv: 'måste vara ett heltal från 0 till 1000000, eller tomt',
    ko: '0에서 1000000까지의 정수이거나 비어 있어야 합니다',
    de: 'muss eine ganze Zahl von 0 bis 1000000 sein, oder leer',
  },
  'must not be negative': { sv: 'får inte vara negativt', ko: '음수일 수 없습니다', de: 'darf nicht negativ sein' },
  'must not be empty': { sv: 'får inte vara tomt', ko: '비워 둘 수 없습니다', de: 'darf nicht leer sein' },
  'must hold no spaces': {
    sv: 'får inte innehålla mellanslag',
    ko: '공백을 포함할 수 없습니다',
    de: 'darf keine Leerzeichen enthalten',
  },
  'must be names of levels, parted by commas': {
    sv: 'måste vara namn på nivåer, åtskilda med kommatecken',
    ko: '쉼표로 구분한 수준 이름이어야 합니다',
    de: 'müssen Namen von Stufen sein, durch Kommas getrennt',
  },
  "must be 'best', 'worst', 'audio_only' or a height such as 1080p60 or 720p": {
    sv: 'måste vara ”best”, ”worst”, ”audio_only” eller en höjd som 1080p60 eller 720p',
    ko: '‘best’, ‘worst’, ‘audio_only’ 또는 1080p60, 720p와 같은 높이여야 합니다',
    de: 'muss „best“, „worst“, „audio_only“ oder eine Höhe wie 1080p60 oder 720p sein',
  },
  'may hold lowercase letters, digits, _ - and . and must start with a letter or digit': {
    sv: 'får ha små bokstäver, siffror, _ - och . och måste börja med en bokstav eller siffra',
    ko: '소문자, 숫자, _ - . 만 쓸 수 있으며 글자나 숫자로 시작해야 합니다',
    de: 'darf Kleinbuchstaben, Ziffern, _ - und . enthalten und muss mit einem Buchstaben oder einer Ziffer beginnen',
  },
  'is a name that some systems reserve': {
    sv: 'är ett namn som en del system reserverar',
    ko: '일부 시스템에서 예약된 이름입니다',
    de: 'ist ein Name, den manche Systeme für sich behalten',
  },
  'is a folder of the library itself': {
    sv: 'är en av bibliotekets egna mappar',
    ko: '라이브러리가 쓰는 폴더입니다',
    de: 'ist ein Ordner der Bibliothek selbst',
  },
  'is not a ULID': { sv: 'är ingen ULID', ko: 'ULID가 아닙니다', de: 'ist keine ULID' },
  'is not an id': { sv: 'är inget id', ko: 'ID가 아닙니다', de: 'ist keine Kennung' },
  'is not a login': { sv: 'är inget kanalnamn', ko: '채널 이름이 아닙니다', de: 'ist kein Kanalname' },
  'is not the id of a video': {
    sv: 'är inget video-id',
    ko: '영상 ID가 아닙니다',
    de: 'ist keine Kennung eines Videos',
  },
  'is not the id of a subscription': {
    sv: 'är inget id för en prenumeration',
    ko: '구독 ID가 아닙니다',
    de: 'ist keine Kennung eines Abonnements',
  },
  'is not the name of a site': {
    sv: 'är inget namn på en webbplats',
    ko: '사이트 이름이 아닙니다',
    de: 'ist kein Name einer Seite',
  },
  'is not the name of a package': {
    sv: 'är inget namn på ett paket',
    ko: '패키지 이름이 아닙니다',
    de: 'ist kein Name eines Pakets',
  },
  'is not the number of a message': {
    sv: 'är inget meddelandes nummer',
    ko: '메시지 번호가 아닙니다',
    de: 'ist keine Nummer einer Nachricht',
  },
  // Settings, and files of them.
  'must be empty, or an address': {
    sv: 'måste vara tomt eller en adress',
    ko: '비어 있거나 주소여야 합니다',
    de: 'muss leer oder eine Adresse sein',
  },
  'must be empty or a path such as /vodkeep, not an address': {
    sv: 'måste vara tomt eller en sökväg som /vodkeep, ingen adress',
    ko: '비어 있거나 /vodkeep과 같은 경로여야 하며 주소일 수 없습니다',
    de: 'muss leer oder ein Pfad wie /vodkeep sein, keine Adresse',
  },
  'must be a time zone such as Europe/Stockholm': {
    sv: 'måste vara en tidszon som Europe/Stockholm',
    ko: 'Europe/Stockholm과 같은 시간대여야 합니다',
    de: 'muss eine Zeitzone wie Europe/Stockholm sein',
  },
  'must look like 3x5': { sv: 'måste se ut som 3x5', ko: '3x5와 같은 꼴이어야 합니다', de: 'muss aussehen wie 3x5' },
  'is always on: each channel has its folder': {
    sv: 'är alltid på: varje kanal har sin mapp',
    ko: '항상 켜져 있습니다. 채널마다 폴더가 있습니다',
    de: 'ist immer an: jeder Kanal hat seinen Ordner',
  },
  "has a '{{brace}}' without its other half at character {{n}}": {
    sv: 'har en ”{{brace}}” utan sin andra halva vid tecken {{n}}',
    ko: '{{n}}번째 글자의 ‘{{brace}}’에 짝이 없습니다',
    de: 'hat bei Zeichen {{n}} eine „{{brace}}“ ohne ihre andere Hälfte',
  },
  'names an unknown variable {{variable}} at character {{n}}; there are: {{names}}': {
    sv: 'nämner en okänd variabel {{variable}} vid tecken {{n}}; det finns: {{names}}',
    ko: '{{n}}번째 글자의 변수 {{variable}}은(는) 없습니다. 쓸 수 있는 변수: {{names}}',
    de: 'nennt bei Zeichen {{n}} eine unbekannte Variable {{variable}}; es gibt: {{names}}',
  },
  'must not begin with / and must not have two of them in a row': {
    sv: 'får inte börja med / och inte ha två av dem i rad',
    ko: '/로 시작하거나 /를 연달아 쓸 수 없습니다',
    de: 'darf nicht mit / beginnen und nicht zwei davon hintereinander haben',
  },
  "must not have '{{part}}' as a folder": {
    sv: 'får inte ha ”{{part}}” som mapp',
    ko: '‘{{part}}’을(를) 폴더로 쓸 수 없습니다',
    de: 'darf „{{part}}“ nicht als Ordner haben',
  },
  'Setting {{key}} is not of type boolean': {
    sv: 'Inställningen {{key}} måste vara true eller false',
    ko: '설정 {{key}}은(는) true 또는 false여야 합니다',
    de: 'Die Einstellung {{key}} muss true oder false sein',
  },
  'Setting {{key}} is not of type number': {
    sv: 'Inställningen {{key}} måste vara ett tal',
    ko: '설정 {{key}}은(는) 숫자여야 합니다',
    de: 'Die Einstellung {{key}} muss eine Zahl sein',
  },
  'Setting {{key}} is not of type string': {
    sv: 'Inställningen {{key}} måste vara text',
    ko: '설정 {{key}}은(는) 문자열이어야 합니다',
    de: 'Die Einstellung {{key}} muss Text sein',
  },
  'is set by {{name}} in the environment; change it there': {
    sv: 'sätts av {{name}} i miljön; ändra det där',
    ko: '환경 변수 {{name}}(으)로 정해져 있습니다. 그곳에서 바꾸십시오',
    de: 'wird von {{name}} in der Umgebung gesetzt; ändern Sie es dort',
  },
  'is neither {{format}} nor a config.json of v0': {
    sv: 'är varken {{format}} eller en config.json från v0',
    ko: '{{format}}도 v0의 config.json도 아닙니다',
    de: 'ist weder {{format}} noch eine config.json von v0',
  },
  'stands twice in the file': {
    sv: 'står två gånger i filen',
    ko: '파일에 두 번 있습니다',
    de: 'steht zweimal in der Datei',
  },
  // Channels, VODs and files.
  'does not exist': { sv: 'finns inte', ko: '없습니다', de: 'gibt es nicht' },
  'name is required': { sv: 'ett namn måste anges', ko: '이름이 필요합니다', de: 'ein Name muss angegeben werden' },
  'The name is not valid': {
    sv: 'Namnet är inte giltigt',
    ko: '이름이 올바르지 않습니다',
    de: 'Der Name ist nicht gültig',
  },
  'cannot be changed': { sv: 'kan inte ändras', ko: '바꿀 수 없습니다', de: 'lässt sich nicht ändern' },
  'cannot be changed; files are called after it': {
    sv: 'kan inte ändras; filer heter efter det',
    ko: '바꿀 수 없습니다. 파일 이름에 쓰입니다',
    de: 'lässt sich nicht ändern; Dateien heißen danach',
  },
  'is not the uuid of this channel': {
    sv: 'är inte kanalens uuid',
    ko: '이 채널의 uuid가 아닙니다',
    de: 'ist nicht die UUID dieses Kanals',
  },
  'is its name already': { sv: 'heter den redan', ko: '이미 그 이름입니다', de: 'heißt er schon' },
  'is the name of another channel': {
    sv: 'är en annan kanals namn',
    ko: '다른 채널의 이름입니다',
    de: 'ist der Name eines anderen Kanals',
  },
  "'{{name}}' is the name of another channel": {
    sv: '”{{name}}” är en annan kanals namn',
    ko: '‘{{name}}’은(는) 다른 채널의 이름입니다',
    de: '„{{name}}“ ist der Name eines anderen Kanals',
  },
  'is the name of another channel, {{name}}': {
    sv: 'är en annan kanals namn, {{name}}',
    ko: '다른 채널 {{name}}의 이름입니다',
    de: 'ist der Name eines anderen Kanals, {{name}}',
  },
  'is the name of another account than that of {{name}}': {
    sv: 'är namnet på ett annat konto än det som {{name}} har',
    ko: '{{name}}의 계정이 아닌 다른 계정의 이름입니다',
    de: 'ist der Name eines anderen Kontos als dem von {{name}}',
  },
  'is followed already': { sv: 'följs redan', ko: '이미 등록되어 있습니다', de: 'ist schon hinzugefügt' },
  'is followed already, as {{name}}': {
    sv: 'följs redan, som {{name}}',
    ko: '{{name}}(으)로 이미 등록되어 있습니다',
    de: 'ist schon hinzugefügt, als {{name}}',
  },
  'holds {{mask}} in place of a secret; paste the whole address': {
    sv: 'har {{mask}} i stället för en hemlighet; klistra in hela adressen',
    ko: '비밀 값이 {{mask}}로 가려져 있습니다. 전체 주소를 붙여 넣으십시오',
    de: 'enthält {{mask}} statt eines Geheimnisses; fügen Sie die ganze Adresse ein',
  },
  'must be an http or https address of a playlist, such as {{example}}': {
    sv: 'måste vara en http- eller https-adress till en spellista, till exempel {{example}}',
    ko: '{{example}}과 같은 재생 목록의 http 또는 https 주소여야 합니다',
    de: 'muss eine http- oder https-Adresse einer Wiedergabeliste sein, etwa {{example}}',
  },
  'has a login with a % that stands for itself; write it as %25': {
    sv: 'har en inloggning med ett % som står för sig självt; skriv det som %25',
    ko: '로그인 정보에 % 문자가 있습니다. %25로 쓰십시오',
    de: 'hat eine Anmeldung mit einem %, das für sich selbst steht; schreiben Sie es als %25',
  },
  'is not an address; paste the whole link, such as {{example}}': {
    sv: 'är ingen adress; klistra in hela länken, till exempel {{example}}',
    ko: '주소가 아닙니다. {{example}}과 같은 전체 링크를 붙여 넣으십시오',
    de: 'ist keine Adresse; fügen Sie den ganzen Link ein, etwa {{example}}',
  },
  'refuses us (HTTP {{status}}); put the user and password into the address: {{example}}': {
    sv: 'avvisar oss (HTTP {{status}}); skriv användare och lösenord i adressen: {{example}}',
    ko: '접근을 거부합니다 (HTTP {{status}}). 주소에 사용자와 비밀번호를 넣으십시오: {{example}}',
    de: 'weist uns ab (HTTP {{status}}); setzen Sie Benutzer und Passwort in die Adresse: {{example}}',
  },
  'answers with HTTP {{status}}': {
    sv: 'svarar med HTTP {{status}}',
    ko: 'HTTP {{status}}(으)로 응답합니다',
    de: 'antwortet mit HTTP {{status}}',
  },
  'is not an HLS playlist; it must start with #EXTM3U and list segments': {
    sv: 'är ingen HLS-spellista; den måste börja med #EXTM3U och lista segment',
    ko: 'HLS 재생 목록이 아닙니다. #EXTM3U로 시작하고 조각을 나열해야 합니다',
    de: 'ist keine HLS-Wiedergabeliste; sie muss mit #EXTM3U beginnen und Segmente nennen',
  },
  'is a master playlist that offers no variants': {
    sv: 'är en huvudspellista utan varianter',
    ko: '화질이 하나도 없는 마스터 재생 목록입니다',
    de: 'ist eine Haupt-Wiedergabeliste ohne Varianten',
  },
  'is a finished recording (VOD), not a live stream': {
    sv: 'är en färdig inspelning (VOD), ingen livesändning',
    ko: '생방송이 아니라 끝난 녹화(VOD)입니다',
    de: 'ist eine fertige Aufnahme (VOD), keine Livesendung',
  },
  'is no segment of this VOD': {
    sv: 'är inget segment av VOD:en',
    ko: '이 VOD의 조각이 아닙니다',
    de: 'ist kein Segment dieses VODs',
  },
  "has no file '{{name}}' in it": {
    sv: 'har ingen fil ”{{name}}” i sig',
    ko: '‘{{name}}’ 파일이 없습니다',
    de: 'hat keine Datei „{{name}}“',
  },
  'the first chapter must begin at 0': {
    sv: 'det första kapitlet måste börja vid 0',
    ko: '첫 챕터는 0에서 시작해야 합니다',
    de: 'das erste Kapitel muss bei 0 beginnen',
  },
  'is no category that is known here': {
    sv: 'är ingen kategori som är känd här',
    ko: '여기서 알려진 카테고리가 아닙니다',
    de: 'ist keine Kategorie, die hier bekannt ist',
  },
  'two chapters begin at the same place': {
    sv: 'två kapitel börjar på samma ställe',
    ko: '두 챕터가 같은 지점에서 시작합니다',
    de: 'zwei Kapitel beginnen an derselben Stelle',
  },
  'lies behind the end of the VOD': {
    sv: 'ligger bortom VOD:ens slut',
    ko: 'VOD의 끝을 지났습니다',
    de: 'liegt hinter dem Ende des VODs',
  },
  'lies outside the recording': {
    sv: 'ligger utanför inspelningen',
    ko: '녹화 범위를 벗어났습니다',
    de: 'liegt außerhalb der Aufnahme',
  },
  'give an offset or a date, not both': {
    sv: 'ange ett läge eller ett datum, inte båda',
    ko: '위치와 날짜 중 하나만 지정하십시오',
    de: 'geben Sie eine Stelle oder ein Datum an, nicht beides',
  },
  'is required once a recording is over': {
    sv: 'måste anges när en inspelning är över',
    ko: '녹화가 끝난 뒤에는 필수 항목입니다',
    de: 'muss angegeben werden, wenn eine Aufnahme zu Ende ist',
  },
  'is no bookmark of this VOD': {
    sv: 'är inget bokmärke i VOD:en',
    ko: '이 VOD의 책갈피가 아닙니다',
    de: 'ist kein Lesezeichen dieses VODs',
  },
  'must be later than from': {
    sv: 'måste vara senare än from',
    ko: 'from보다 뒤여야 합니다',
    de: 'muss später als from sein',
  },
  'is no address of a video': {
    sv: 'är ingen adress till en video',
    ko: '영상의 주소가 아닙니다',
    de: 'ist keine Adresse eines Videos',
  },
  'is the address of a clip, not of a video': {
    sv: 'är adressen till ett klipp, inte till en video',
    ko: '영상이 아니라 클립의 주소입니다',
    de: 'ist die Adresse eines Clips, nicht eines Videos',
  },
  'is the address of a video, not of a clip': {
    sv: 'är adressen till en video, inte till ett klipp',
    ko: '클립이 아니라 영상의 주소입니다',
    de: 'ist die Adresse eines Videos, nicht eines Clips',
  },
  'id, broadcaster_id or game_id is required': {
    sv: 'id, broadcaster_id eller game_id måste anges',
    ko: 'id, broadcaster_id 또는 game_id가 필요합니다',
    de: 'id, broadcaster_id oder game_id muss angegeben werden',
  },
  'is no channel of the site': {
    sv: 'är ingen kanal på webbplatsen',
    ko: '사이트에 없는 채널입니다',
    de: 'ist kein Kanal der Seite',
  },
  'is a channel of a site without a chat': {
    sv: 'är en kanal på en webbplats utan chatt',
    ko: '채팅이 없는 사이트의 채널입니다',
    de: 'ist ein Kanal einer Seite ohne Chat',
  },
  'is none of this list': {
    sv: 'hör inte till listan',
    ko: '이 목록의 값이 아닙니다',
    de: 'gehört nicht zu dieser Liste',
  },
};
