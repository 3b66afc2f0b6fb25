import { HEALTH_TEXTS } from './health-texts.js';
import { type Translated } from './language.js';
import { RECORD_TEXTS } from './record-texts.js';
import { WORK_TEXTS } from './work-texts.js';

/**
 * What stands inside of an answer, by its English template: remarks, warnings, reasons. Of two templates that fit, the
 * first counts. `fault` is a complaint about a field (field-texts.ts), `name` beside `key` the name of a setting.
 */
export const NOTE_TEXTS: Readonly<Record<string, Translated>> = {
  ...HEALTH_TEXTS,
  ...RECORD_TEXTS,
  // What a site says of a channel that is added.
  'The server answers {{status}} for it right now, so it counts as offline until a playlist appears.': {
    sv: 'Servern svarar just nu {{status}}, så den räknas som offline tills en spellista dyker upp.',
    ko: '지금 서버가 {{status}}(으)로 응답하므로 재생 목록이 생길 때까지 오프라인으로 봅니다.',
    de: 'Der Server antwortet gerade {{status}}; bis eine Wiedergabeliste erscheint, gilt er als offline.',
  },
  'The stream has just ended; it is recorded when it starts again.': {
    sv: 'Sändningen har just slutat; den spelas in när den börjar igen.',
    ko: '방송이 방금 끝났습니다. 다시 시작하면 녹화합니다.',
    de: 'Der Stream ist gerade zu Ende; er wird aufgenommen, wenn er wieder beginnt.',
  },
  // A public address that is tried.
  'something else answers there, not this Vodkeep': {
    sv: 'något annat svarar där, inte denna Vodkeep',
    ko: '그곳에서 이 Vodkeep이 아닌 다른 것이 응답합니다',
    de: 'dort antwortet etwas anderes, nicht dieses Vodkeep',
  },
  'none is set': { sv: 'ingen är satt', ko: '설정되어 있지 않습니다', de: 'es ist keine gesetzt' },
  'it is no address': { sv: 'det är ingen adress', ko: '주소가 아닙니다', de: 'das ist keine Adresse' },
  'it must be https': { sv: 'den måste vara https', ko: 'https여야 합니다', de: 'sie muss https sein' },
  'it must be on port 443': {
    sv: 'den måste vara på port 443',
    ko: '포트 443이어야 합니다',
    de: 'sie muss auf Port 443 liegen',
  },
  'it must not end with a slash': {
    sv: 'den får inte sluta med ett snedstreck',
    ko: '슬래시로 끝날 수 없습니다',
    de: 'sie darf nicht mit einem Schrägstrich enden',
  },
  'it answers with status {{status}}; sites follow no redirect': {
    sv: 'den svarar med status {{status}}; webbplatser följer ingen omdirigering',
    ko: '상태 {{status}}(으)로 응답합니다. 사이트는 리디렉션을 따르지 않습니다',
    de: 'sie antwortet mit Status {{status}}; Seiten folgen keiner Umleitung',
  },
  'it answers with status {{status}}': {
    sv: 'den svarar med status {{status}}',
    ko: '상태 {{status}}(으)로 응답합니다',
    de: 'sie antwortet mit Status {{status}}',
  },
  'nothing answers there: no answer within {{n}} s': {
    sv: 'ingenting svarar där: inget svar inom {{n}} s',
    ko: '아무것도 응답하지 않습니다: {{n}}초 안에 응답이 없습니다',
    de: 'dort antwortet nichts: keine Antwort binnen {{n}} s',
  },
  'nothing answers there: {{why}}': {
    sv: 'ingenting svarar där: {{why}}',
    ko: '아무것도 응답하지 않습니다: {{why}}',
    de: 'dort antwortet nichts: {{why}}',
  },
  // Why a site tells us in this way, and not in another.
  'Pushing is switched off in the settings.': {
    sv: 'Push är avstängt i inställningarna.',
    ko: '설정에서 알림 받기가 꺼져 있습니다.',
    de: 'Meldungen sind in den Einstellungen abgeschaltet.',
  },
  'An address of its own tells nothing by itself: it is asked, which misses nothing.': {
    sv: 'En egen adress säger inget av sig själv: den tillfrågas, och inget missas.',
    ko: '단독 주소는 스스로 알려 오지 않습니다. 직접 확인하므로 놓치는 것은 없습니다.',
    de: 'Eine Adresse für sich meldet nichts von selbst: sie wird gefragt, und nichts entgeht dabei.',
  },
  'Without an app of your own the site is only asked.': {
    sv: 'Utan en egen app tillfrågas webbplatsen bara.',
    ko: '자체 앱이 없으면 사이트에 묻기만 합니다.',
    de: 'Ohne eigene App wird die Seite nur gefragt.',
  },
  'A webhook needs a public https address on port 443: set it as Public address, or choose another way.': {
    sv: 'En webhook behöver en publik https-adress på port 443: sätt den som publik adress, eller välj ett annat sätt.',
    ko: '웹훅에는 포트 443의 공개 https 주소가 필요합니다. 공개 주소로 설정하거나 다른 방법을 고르십시오.',
    de: 'Ein Webhook braucht eine öffentliche https-Adresse auf Port 443: setzen Sie sie als öffentliche Adresse, oder wählen Sie einen anderen Weg.',
  },
  'A socket needs a signed-in user: sign in, or choose another way.': {
    sv: 'En socket behöver en inloggad användare: logga in, eller välj ett annat sätt.',
    ko: '소켓에는 로그인한 사용자가 필요합니다. 로그인하거나 다른 방법을 고르십시오.',
    de: 'Ein Socket braucht einen angemeldeten Benutzer: melden Sie sich an, oder wählen Sie einen anderen Weg.',
  },
  'No public https address is set and nobody is signed in, so channels are asked. That is enough to miss nothing.': {
    sv: 'Ingen publik https-adress är satt och ingen är inloggad, så kanalerna tillfrågas. Det räcker för att inget ska missas.',
    ko: '공개 https 주소도 로그인한 사용자도 없어 채널에 묻습니다. 그것만으로도 놓치지 않습니다.',
    de: 'Es ist keine öffentliche https-Adresse gesetzt und niemand angemeldet, also werden die Kanäle gefragt. Das genügt, um nichts zu verpassen.',
  },
  // A name that is tried.
  'The name {{fault}}.': { sv: 'Namnet {{fault}}.', ko: '이름: {{fault}}.', de: 'Der Name {{fault}}.' },
  'The folder {{fault}}.': { sv: 'Mappen {{fault}}.', ko: '폴더: {{fault}}.', de: 'Der Ordner {{fault}}.' },
  'Nothing is left of the name; it would be {{name}}.': {
    sv: 'Ingenting blir kvar av namnet; det skulle bli {{name}}.',
    ko: '이름에 남는 것이 없어 {{name}}이(가) 됩니다.',
    de: 'Vom Namen bleibt nichts übrig; er wäre {{name}}.',
  },
  'The name is longer than {{n}} bytes and is cut.': {
    sv: 'Namnet är längre än {{n}} byte och kortas av.',
    ko: '이름이 {{n}}바이트보다 길어 잘립니다.',
    de: 'Der Name ist länger als {{n}} Bytes und wird gekürzt.',
  },
  'Two VODs may get the same name; the later one gets a number. {id} or {date} tell them apart.': {
    sv: 'Två VOD:ar kan få samma namn; den senare får ett nummer. {id} eller {date} skiljer dem åt.',
    ko: '두 VOD의 이름이 같아질 수 있으며 나중 것에 번호가 붙습니다. {id}나 {date}로 구별됩니다.',
    de: 'Zwei VODs können gleich heißen; das spätere bekommt eine Nummer. {id} oder {date} unterscheiden sie.',
  },
  '{login} is the older word for {internalName}.': {
    sv: '{login} är det äldre ordet för {internalName}.',
    ko: '{login}은 {internalName}의 옛 이름입니다.',
    de: '{login} ist das ältere Wort für {internalName}.',
  },
  "Another VOD is called '{{name}}', so this one gets a number.": {
    sv: 'En annan VOD heter ”{{name}}”, så den här får ett nummer.',
    ko: '다른 VOD의 이름이 ‘{{name}}’이므로 번호가 붙습니다.',
    de: 'Ein anderes VOD heißt „{{name}}“, also bekommt dieses eine Nummer.',
  },
  // A setting that is not as it should be.
  'The stored value of "{{name}}" ({{key}}) is not valid: {{fault}}. The one before it holds until it is saved again.':
    {
      sv: 'Det lagrade värdet av ”{{name}}” ({{key}}) är inte giltigt: {{fault}}. Det föregående gäller tills det sparas på nytt.',
      ko: '저장된 ‘{{name}}’({{key}}) 값이 올바르지 않습니다: {{fault}}. 다시 저장할 때까지 이전 값을 씁니다.',
      de: 'Der gespeicherte Wert von „{{name}}“ ({{key}}) ist nicht gültig: {{fault}}. Der davor gilt, bis neu gespeichert wird.',
    },
  'The stored value of "{{name}}" ({{key}}) is not valid: {{fault}}. Its default holds until it is saved again.': {
    sv: 'Det lagrade värdet av ”{{name}}” ({{key}}) är inte giltigt: {{fault}}. Standardvärdet gäller tills det sparas på nytt.',
    ko: '저장된 ‘{{name}}’({{key}}) 값이 올바르지 않습니다: {{fault}}. 다시 저장할 때까지 기본값을 씁니다.',
    de: 'Der gespeicherte Wert von „{{name}}“ ({{key}}) ist nicht gültig: {{fault}}. Die Vorgabe gilt, bis neu gespeichert wird.',
  },
  '{{variable}} in the environment is not valid: {{fault}}. What is stored holds, or the default.': {
    sv: '{{variable}} i miljön är inte giltigt: {{fault}}. Det lagrade gäller, eller standardvärdet.',
    ko: '환경 변수 {{variable}}이(가) 올바르지 않습니다: {{fault}}. 저장된 값이나 기본값을 씁니다.',
    de: '{{variable}} in der Umgebung ist nicht gültig: {{fault}}. Es gilt, was gespeichert ist, oder die Vorgabe.',
  },
  // Why a key of a file, or of a client of v0, does nothing.
  'is not a known setting': {
    sv: 'är ingen känd inställning',
    ko: '알 수 없는 설정입니다',
    de: 'ist keine bekannte Einstellung',
  },
  'is a secret; enter it on the settings page': {
    sv: 'är en hemlighet; ange den på inställningssidan',
    ko: '비밀 값입니다. 설정 페이지에서 입력하십시오',
    de: 'ist ein Geheimnis; geben Sie es auf der Einstellungsseite ein',
  },
  'is set by {{name}} in the environment': {
    sv: 'sätts av {{name}} i miljön',
    ko: '환경 변수 {{name}}(으)로 정해져 있습니다',
    de: 'wird von {{name}} in der Umgebung gesetzt',
  },
  'its address holds a secret; add it by hand': {
    sv: 'adressen har en hemlighet; lägg till kanalen för hand',
    ko: '주소에 비밀 값이 있습니다. 직접 추가하십시오',
    de: 'seine Adresse enthält ein Geheimnis; fügen Sie ihn von Hand hinzu',
  },
  'use {{what}}': { sv: 'använd {{what}}', ko: '{{what}}을(를) 쓰십시오', de: 'nehmen Sie {{what}}' },
  'tools are looked for on the PATH and in the install itself; About says where each was found': {
    sv: 'verktyg söks i PATH och i själva installationen; Om säger var vart och ett hittades',
    ko: '도구는 PATH와 설치 폴더에서 찾습니다. 찾은 곳은 정보 페이지에 있습니다',
    de: 'Werkzeuge werden im PATH und in der Installation gesucht; Über sagt, wo jedes gefunden wurde',
  },
  'ffprobe reads all that mediainfo told': {
    sv: 'ffprobe läser allt som mediainfo berättade',
    ko: 'mediainfo가 알려 주던 것을 모두 ffprobe가 읽습니다',
    de: 'ffprobe liest alles, was mediainfo sagte',
  },
  'chat is fetched and drawn by our own code': {
    sv: 'chatten hämtas och ritas av vår egen kod',
    ko: '채팅은 자체 코드로 가져오고 그립니다',
    de: 'der Chat wird von eigenem Code geholt und gezeichnet',
  },
  'chat is written by the recorder itself': {
    sv: 'chatten skrivs av inspelaren själv',
    ko: '채팅은 레코더가 직접 씁니다',
    de: 'der Chat wird vom Rekorder selbst geschrieben',
  },
  'nothing of ours runs in Python': {
    sv: 'inget hos oss körs i Python',
    ko: 'Python으로 실행하는 것이 없습니다',
    de: 'bei uns läuft nichts in Python',
  },
  'each instance signs its webhooks with a secret of its own, so that several can share one app': {
    sv: 'varje instans signerar sina webhooks med en egen hemlighet, så att flera kan dela en app',
    ko: '인스턴스마다 자체 비밀 값으로 웹훅에 서명하므로 앱 하나를 함께 쓸 수 있습니다',
    de: 'jede Instanz unterschreibt ihre Webhooks mit einem eigenen Geheimnis, sodass mehrere eine App teilen können',
  },
  'it had no effect in v0 either': {
    sv: 'det hade ingen verkan i v0 heller',
    ko: 'v0에서도 효과가 없었습니다',
    de: 'es hatte auch in v0 keine Wirkung',
  },
  'empty folders are always removed': {
    sv: 'tomma mappar tas alltid bort',
    ko: '빈 폴더는 항상 지웁니다',
    de: 'leere Ordner werden immer entfernt',
  },
  'no file watchers are used': {
    sv: 'inga filbevakare används',
    ko: '파일 감시를 쓰지 않습니다',
    de: 'Dateien werden nicht überwacht',
  },
  'a capture is tried again for as long as the stream is live': {
    sv: 'en inspelning försöks igen så länge sändningen är live',
    ko: '방송이 라이브인 동안 녹화를 계속 다시 시도합니다',
    de: 'eine Aufnahme wird versucht, solange der Stream live ist',
  },
  'a segment is fetched as soon as a playlist names it': {
    sv: 'ett segment hämtas så snart en spellista nämner det',
    ko: '재생 목록에 나오는 대로 조각을 가져옵니다',
    de: 'ein Segment wird geholt, sobald eine Wiedergabeliste es nennt',
  },
  'advertisements are never fetched (ADR 0011)': {
    sv: 'reklam hämtas aldrig (ADR 0011)',
    ko: '광고는 가져오지 않습니다 (ADR 0011)',
    de: 'Werbung wird nie geholt (ADR 0011)',
  },
  'segments are fetched by our own code, which has no such threshold': {
    sv: 'segment hämtas av vår egen kod, som inte har någon sådan gräns',
    ko: '조각은 그런 한계가 없는 자체 코드로 가져옵니다',
    de: 'Segmente holt eigener Code, der keine solche Schwelle hat',
  },
  'segments are stored as they come; a spool takes them while storage is away': {
    sv: 'segment lagras när de kommer; en mellanlagring tar dem medan lagringen är borta',
    ko: '조각은 오는 대로 저장하며, 저장소가 없는 동안에는 임시 공간에 둡니다',
    de: 'Segmente werden gespeichert, wie sie kommen; ist der Speicher fort, nimmt sie ein Zwischenlager',
  },
  'each delivery of a site is taken once, however often it comes': {
    sv: 'varje leverans från en webbplats tas emot en gång, hur ofta den än kommer',
    ko: '사이트의 알림은 몇 번을 오더라도 한 번만 받습니다',
    de: 'jede Zustellung einer Seite wird einmal angenommen, so oft sie auch kommt',
  },
  'viewers are always kept': {
    sv: 'tittare sparas alltid',
    ko: '시청자 수는 항상 남깁니다',
    de: 'Zuschauer werden immer festgehalten',
  },
  'a capture ends when the end of its stream is proved': {
    sv: 'en inspelning slutar när sändningens slut är bevisat',
    ko: '방송이 끝난 것이 확인되면 녹화를 마칩니다',
    de: 'eine Aufnahme endet, wenn das Ende ihres Streams bewiesen ist',
  },
  'another recorder takes a capture over when one fails': {
    sv: 'en annan inspelare tar över när en faller bort',
    ko: '레코더 하나가 실패하면 다른 레코더가 이어받습니다',
    de: 'fällt ein Rekorder aus, übernimmt ein anderer die Aufnahme',
  },
  'the playback token comes from the account that is signed in under Sites': {
    sv: 'uppspelningsnyckeln kommer från kontot som är inloggat under Webbplatser',
    ko: '재생 토큰은 사이트 설정에서 로그인한 계정의 것입니다',
    de: 'das Wiedergabe-Token kommt von dem Konto, das unter Seiten angemeldet ist',
  },
  'the proxy is for all channels': {
    sv: 'proxyn gäller alla kanaler',
    ko: '프록시는 모든 채널에 쓰입니다',
    de: 'der Proxy gilt für alle Kanäle',
  },
  'subscriptions of a dead socket are always dropped': {
    sv: 'en död sockets prenumerationer släpps alltid',
    ko: '끊긴 소켓의 구독은 항상 버립니다',
    de: 'Abonnements eines toten Sockets werden immer fallen gelassen',
  },
  'it is used where the public interface tells nothing': {
    sv: 'det används där det publika gränssnittet inte säger något',
    ko: '공개 인터페이스가 알려 주지 않을 때 씁니다',
    de: 'es wird benutzt, wo die öffentliche Schnittstelle nichts sagt',
  },
  'the site is asked; its answer names the muted parts. v0 ignored this one too': {
    sv: 'webbplatsen tillfrågas; svaret nämner de tystade delarna. v0 bortsåg också från den',
    ko: '사이트에 물으면 음소거된 부분을 알려 줍니다. v0도 이 값을 무시했습니다',
    de: 'die Seite wird gefragt; ihre Antwort nennt die stummen Stellen. v0 überging es auch',
  },
  'what of a webhook is refused is counted and told under Sites': {
    sv: 'det som avvisas av en webhook räknas och visas under Webbplatser',
    ko: '거절된 웹훅은 세어 사이트 설정에서 알립니다',
    de: 'was von einem Webhook abgewiesen wird, ist gezählt und steht unter Seiten',
  },
  'a service that fails is started again, and recordings go on': {
    sv: 'en tjänst som faller startas igen, och inspelningar fortsätter',
    ko: '실패한 서비스는 다시 시작되고 녹화는 계속됩니다',
    de: 'ein Dienst, der ausfällt, wird neu gestartet, und Aufnahmen gehen weiter',
  },
  'webhook secrets are made from the keyring': {
    sv: 'webhookarnas hemligheter görs ur nyckelringen',
    ko: '웹훅 비밀 값은 키링으로 만듭니다',
    de: 'Geheimnisse der Webhooks entstehen aus dem Schlüsselbund',
  },
  'files belong to the user that Vodkeep runs as; its umask decides their mode': {
    sv: 'filer tillhör användaren som Vodkeep körs som; dess umask bestämmer rättigheterna',
    ko: '파일은 Vodkeep을 실행하는 사용자의 것이며 권한은 umask로 정해집니다',
    de: 'Dateien gehören dem Benutzer, als der Vodkeep läuft; seine umask bestimmt die Rechte',
  },
  'files belong to the user that Vodkeep runs as': {
    sv: 'filer tillhör användaren som Vodkeep körs som',
    ko: '파일은 Vodkeep을 실행하는 사용자의 것입니다',
    de: 'Dateien gehören dem Benutzer, als der Vodkeep läuft',
  },
  // Some of these begin with a value: what says more stands before them.
  ...WORK_TEXTS,
};
