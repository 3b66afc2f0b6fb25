import { type Translated } from './language.js';

/**
 * Why a channel is recorded or not, why a recorder cannot record it, why its file or its chat could not be made, and how
 * its site tells of it; by its English template. Recorders and sites say it, so that it comes as English.
 */
export const RECORD_TEXTS: Readonly<Record<string, Translated>> = {
  // Verdicts.
  'Queued: no recorder has taken it yet.': {
    sv: 'I kö: ingen inspelare har tagit den ännu.',
    ko: '대기 중: 아직 맡은 레코더가 없습니다.',
    de: 'In der Warteschlange: noch kein Rekorder hat sie genommen.',
  },
  'The stream dropped; waiting for its return.': {
    sv: 'Sändningen bröts; väntar på att den kommer tillbaka.',
    ko: '방송이 끊겼습니다. 돌아오기를 기다립니다.',
    de: 'Der Stream brach ab; es wird auf seine Rückkehr gewartet.',
  },
  'Nothing could be recorded before the stream ended.': {
    sv: 'Ingenting kunde spelas in innan sändningen slutade.',
    ko: '방송이 끝나기 전에 아무것도 녹화하지 못했습니다.',
    de: 'Bevor der Stream endete, konnte nichts aufgenommen werden.',
  },
  'Kept as segments: conversion is off.': {
    sv: 'Sparas som segment: konvertering är avstängd.',
    ko: '조각으로 둡니다. 변환이 꺼져 있습니다.',
    de: 'Bleibt in Segmenten: die Umwandlung ist aus.',
  },
  'Recording is switched off for this channel.': {
    sv: 'Inspelning är avstängd för kanalen.',
    ko: '이 채널의 녹화가 꺼져 있습니다.',
    de: 'Für diesen Kanal ist die Aufnahme abgeschaltet.',
  },
  'Excluded: a tag holds {{word}}. It is asked again at the next change.': {
    sv: 'Utesluten: en tagg innehåller {{word}}. Den prövas igen vid nästa ändring.',
    ko: '제외됨: 태그에 {{word}}이(가) 있습니다. 다음에 바뀔 때 다시 확인합니다.',
    de: 'Ausgeschlossen: ein Tag enthält {{word}}. Bei der nächsten Änderung wird neu gefragt.',
  },
  'Excluded: the title holds {{word}}. It is asked again at the next change.': {
    sv: 'Utesluten: titeln innehåller {{word}}. Den prövas igen vid nästa ändring.',
    ko: '제외됨: 제목에 {{word}}이(가) 있습니다. 다음에 바뀔 때 다시 확인합니다.',
    de: 'Ausgeschlossen: der Titel enthält {{word}}. Bei der nächsten Änderung wird neu gefragt.',
  },
  'Excluded: the category holds {{word}}. It is asked again at the next change.': {
    sv: 'Utesluten: kategorin innehåller {{word}}. Den prövas igen vid nästa ändring.',
    ko: '제외됨: 카테고리에 {{word}}이(가) 있습니다. 다음에 바뀔 때 다시 확인합니다.',
    de: 'Ausgeschlossen: die Kategorie enthält {{word}}. Bei der nächsten Änderung wird neu gefragt.',
  },
  'Neither title, category nor tags hold any of: {{words}}. It is asked again at the next change.': {
    sv: 'Varken titel, kategori eller taggar innehåller något av: {{words}}. Det prövas igen vid nästa ändring.',
    ko: '제목, 카테고리, 태그 어디에도 다음이 없습니다: {{words}}. 다음에 바뀔 때 다시 확인합니다.',
    de: 'Weder Titel noch Kategorie noch Tags enthalten: {{words}}. Bei der nächsten Änderung wird neu gefragt.',
  },
  'None of these fits: {{rules}}. It is asked again at the next change.': {
    sv: 'Inget av detta stämmer: {{rules}}. Det prövas igen vid nästa ändring.',
    ko: '맞는 조건이 없습니다: {{rules}}. 다음에 바뀔 때 다시 확인합니다.',
    de: 'Keine dieser Regeln passt: {{rules}}. Bei der nächsten Änderung wird neu gefragt.',
  },
  'You stopped this recording. The next stream is recorded again.': {
    sv: 'Du stoppade inspelningen. Nästa sändning spelas in igen.',
    ko: '이 녹화를 멈추었습니다. 다음 방송은 다시 녹화합니다.',
    de: 'Sie haben diese Aufnahme beendet. Der nächste Stream wird wieder aufgenommen.',
  },
  'Its user and password cannot be opened with the keys of this house. Give them again in its settings.': {
    sv: 'Dess användare och lösenord kan inte öppnas med nycklarna här. Ange dem igen i dess inställningar.',
    ko: '사용자와 비밀번호를 이곳의 키로 열 수 없습니다. 설정에서 다시 입력하십시오.',
    de: 'Benutzer und Passwort lassen sich mit den hiesigen Schlüsseln nicht öffnen. Geben Sie sie in seinen Einstellungen neu ein.',
  },
  'The site did not tell in time.': {
    sv: 'Webbplatsen svarade inte i tid.',
    ko: '사이트가 제때 알려 주지 않았습니다.',
    de: 'Die Seite sagte es nicht rechtzeitig.',
  },
  'The source could not be reached: {{why}}.': {
    sv: 'Källan kunde inte nås: {{why}}.',
    ko: '소스에 연결할 수 없습니다: {{why}}.',
    de: 'Die Quelle war nicht erreichbar: {{why}}.',
  },
  'The source refuses us (HTTP {{status}}). Check the user and password of the channel.': {
    sv: 'Källan avvisar oss (HTTP {{status}}). Kontrollera kanalens användare och lösenord.',
    ko: '소스가 거부합니다(HTTP {{status}}). 채널의 사용자와 비밀번호를 확인하십시오.',
    de: 'Die Quelle weist uns ab (HTTP {{status}}). Prüfen Sie Benutzer und Passwort des Kanals.',
  },
  'The source answers with HTTP {{status}}.': {
    sv: 'Källan svarar med HTTP {{status}}.',
    ko: '소스가 HTTP {{status}}(으)로 응답합니다.',
    de: 'Die Quelle antwortet mit HTTP {{status}}.',
  },
  'The source does not answer with a playlist any more.': {
    sv: 'Källan svarar inte längre med en spellista.',
    ko: '소스가 더는 재생 목록을 주지 않습니다.',
    de: 'Die Quelle antwortet nicht mehr mit einer Wiedergabeliste.',
  },
  'The playlist stands still.': {
    sv: 'Spellistan står stilla.',
    ko: '재생 목록이 멈추어 있습니다.',
    de: 'Die Wiedergabeliste steht still.',
  },
  'Twitch answers with an error for this channel.': {
    sv: 'Twitch svarar med ett fel för kanalen.',
    ko: 'Twitch가 이 채널에 오류로 응답합니다.',
    de: 'Twitch antwortet für diesen Kanal mit einem Fehler.',
  },
  'This channel has no Twitch id. Add it again.': {
    sv: 'Kanalen har inget Twitch-id. Lägg till den igen.',
    ko: '이 채널에 Twitch ID가 없습니다. 다시 추가하십시오.',
    de: 'Dieser Kanal hat keine Twitch-Id. Fügen Sie ihn neu hinzu.',
  },
  'Twitch does not know this account any more: it is closed or banned.': {
    sv: 'Twitch känner inte längre kontot: det är stängt eller avstängt.',
    ko: 'Twitch에 더는 없는 계정입니다. 닫혔거나 차단되었습니다.',
    de: 'Twitch kennt dieses Konto nicht mehr: es ist geschlossen oder gesperrt.',
  },
  'Twitch answered only in part.': {
    sv: 'Twitch svarade bara delvis.',
    ko: 'Twitch가 일부만 응답했습니다.',
    de: 'Twitch antwortete nur teilweise.',
  },
  'Twitch answers with rows that cannot be read.': {
    sv: 'Twitch svarar med rader som inte går att läsa.',
    ko: 'Twitch가 읽을 수 없는 내용으로 응답합니다.',
    de: 'Twitch antwortet mit Zeilen, die nicht lesbar sind.',
  },
  // What a recorder says of a stream that it cannot record.
  'None of the qualities {{wanted}} is offered; the stream has {{there}}.': {
    sv: 'Ingen av kvaliteterna {{wanted}} erbjuds; sändningen har {{there}}.',
    ko: '{{wanted}} 화질이 없습니다. 방송에 있는 화질: {{there}}.',
    de: 'Keine der Qualitäten {{wanted}} wird angeboten; der Stream hat {{there}}.',
  },
  'The stream offers nothing yet.': {
    sv: 'Sändningen erbjuder ingenting ännu.',
    ko: '방송에 아직 아무것도 없습니다.',
    de: 'Der Stream bietet noch nichts an.',
  },
  'The stream offers nothing yet. ({{why}})': {
    sv: 'Sändningen erbjuder ingenting ännu. ({{why}})',
    ko: '방송에 아직 아무것도 없습니다. ({{why}})',
    de: 'Der Stream bietet noch nichts an. ({{why}})',
  },
  'The stream offers nothing yet: Twitch gives no playback token.': {
    sv: 'Sändningen erbjuder ingenting ännu: Twitch ger ingen uppspelningsnyckel.',
    ko: '방송에 아직 아무것도 없습니다. Twitch가 재생 토큰을 주지 않습니다.',
    de: 'Der Stream bietet noch nichts an: Twitch gibt kein Wiedergabe-Token.',
  },
  'Twitch does not offer this stream in the region of this server.': {
    sv: 'Twitch erbjuder inte sändningen i serverns region.',
    ko: 'Twitch가 이 서버의 지역에 이 방송을 제공하지 않습니다.',
    de: 'Twitch bietet diesen Stream in der Region dieses Servers nicht an.',
  },
  'This stream is only for subscribers of the channel. A playback token of a subscriber in the settings opens it.': {
    sv: 'Sändningen är bara för kanalens prenumeranter. En prenumerants uppspelningsnyckel i inställningarna öppnar den.',
    ko: '채널 구독자만 볼 수 있는 방송입니다. 설정에 구독자의 재생 토큰을 넣으면 열립니다.',
    de: 'Dieser Stream ist nur für Abonnenten des Kanals. Das Wiedergabe-Token eines Abonnenten in den Einstellungen öffnet ihn.',
  },
  'Twitch calls its new playback token expired; is the clock of this server right?': {
    sv: 'Twitch kallar sin nya uppspelningsnyckel utgången; går serverns klocka rätt?',
    ko: 'Twitch가 새 재생 토큰이 만료되었다고 합니다. 서버의 시계가 맞습니까?',
    de: 'Twitch nennt sein neues Wiedergabe-Token abgelaufen; geht die Uhr dieses Servers richtig?',
  },
  'Twitch does not take its own playback token.': {
    sv: 'Twitch godtar inte sin egen uppspelningsnyckel.',
    ko: 'Twitch가 자신의 재생 토큰을 받지 않습니다.',
    de: 'Twitch nimmt sein eigenes Wiedergabe-Token nicht an.',
  },
  'Twitch refuses this stream and does not say why (status {{status}}).': {
    sv: 'Twitch nekar sändningen utan att säga varför (status {{status}}).',
    ko: 'Twitch가 이유 없이 이 방송을 거부합니다(상태 {{status}}).',
    de: 'Twitch verweigert diesen Stream, ohne zu sagen, warum (Status {{status}}).',
  },
  'Twitch refuses this stream: {{why}}': {
    sv: 'Twitch nekar sändningen: {{why}}',
    ko: 'Twitch가 이 방송을 거부합니다: {{why}}',
    de: 'Twitch verweigert diesen Stream: {{why}}',
  },
  'Twitch does not let us see this stream: {{why}}': {
    sv: 'Twitch låter oss inte se sändningen: {{why}}',
    ko: 'Twitch가 이 방송을 보여 주지 않습니다: {{why}}',
    de: 'Twitch lässt uns diesen Stream nicht sehen: {{why}}',
  },
  'Twitch gives no playlist ({{why}})': {
    sv: 'Twitch ger ingen spellista ({{why}})',
    ko: 'Twitch가 재생 목록을 주지 않습니다({{why}})',
    de: 'Twitch gibt keine Wiedergabeliste ({{why}})',
  },
  "Twitch's player interface could not be asked: {{why}}": {
    sv: 'Twitchs spelargränssnitt kunde inte tillfrågas: {{why}}',
    ko: 'Twitch 플레이어 인터페이스에 물을 수 없었습니다: {{why}}',
    de: 'Die Player-Schnittstelle von Twitch war nicht zu fragen: {{why}}',
  },
  '{{host}} could not be asked: {{why}}': {
    sv: '{{host}} kunde inte tillfrågas: {{why}}',
    ko: '{{host}}에 물을 수 없었습니다: {{why}}',
    de: '{{host}} war nicht zu fragen: {{why}}',
  },
  'The stream is encrypted by {{method}}, which cannot be recorded.': {
    sv: 'Sändningen är krypterad med {{method}}, som inte kan spelas in.',
    ko: '{{method}}(으)로 암호화된 방송은 녹화할 수 없습니다.',
    de: 'Der Stream ist mit {{method}} verschlüsselt, was nicht aufgenommen werden kann.',
  },
  'The server answers with something that is no media.': {
    sv: 'Servern svarar med något som inte är media.',
    ko: '서버가 미디어가 아닌 것으로 응답합니다.',
    de: 'Der Server antwortet mit etwas, das kein Medium ist.',
  },
  'The address does not answer with an HLS playlist (its first line is not #EXTM3U).': {
    sv: 'Adressen svarar inte med en HLS-spellista (första raden är inte #EXTM3U).',
    ko: '주소가 HLS 재생 목록으로 응답하지 않습니다(첫 줄이 #EXTM3U가 아님).',
    de: 'Die Adresse antwortet nicht mit einer HLS-Wiedergabeliste (die erste Zeile ist nicht #EXTM3U).',
  },
  'The source needs a login, but this recorder has no keyring: set VODKEEP_KEYRING or VODKEEP_KEYRING_FILE.': {
    sv: 'Källan kräver inloggning, men inspelaren har ingen nyckelring: sätt VODKEEP_KEYRING eller VODKEEP_KEYRING_FILE.',
    ko: '소스에 로그인이 필요하지만 이 레코더에 키링이 없습니다. VODKEEP_KEYRING이나 VODKEEP_KEYRING_FILE을 설정하십시오.',
    de: 'Die Quelle braucht eine Anmeldung, aber dieser Rekorder hat keinen Schlüsselbund: setzen Sie VODKEEP_KEYRING oder VODKEEP_KEYRING_FILE.',
  },
  'Storage is away and there is no room in the spool for {{key}}: it is lost.': {
    sv: 'Lagringen är borta och mellanlagringen har ingen plats för {{key}}: det är förlorat.',
    ko: '저장소가 없고 임시 공간에 {{key}}을(를) 둘 자리가 없어 잃었습니다.',
    de: 'Der Speicher ist fort, und im Zwischenlager ist kein Platz für {{key}}: es ist verloren.',
  },
  // Chat and downloads of a VOD.
  'The making of the chat file was stopped. The chat still plays.': {
    sv: 'Skapandet av chattfilen stoppades. Chatten går ändå att spela.',
    ko: '채팅 파일 만들기를 멈추었습니다. 채팅은 그대로 재생됩니다.',
    de: 'Das Erstellen der Chatdatei wurde beendet. Der Chat läuft trotzdem.',
  },
  'Another chat file was being put in its place, which was broken off. Import it once more.': {
    sv: 'En annan chattfil skulle ersätta den, vilket avbröts. Importera den en gång till.',
    ko: '다른 채팅 파일로 바꾸던 중에 중단되었습니다. 다시 가져오십시오.',
    de: 'Sie sollte durch eine andere Chatdatei ersetzt werden, das wurde abgebrochen. Bitte noch einmal importieren.',
  },
  'The download was stopped.': {
    sv: 'Nedladdningen stoppades.',
    ko: '다운로드를 멈추었습니다.',
    de: 'Das Herunterladen wurde beendet.',
  },
  'not enough space on the disk: {{n}} more needed': {
    sv: 'inte nog plats på disken: {{n}} till behövs',
    ko: '디스크 공간이 부족합니다. {{n}}이(가) 더 필요합니다',
    de: 'nicht genug Platz auf der Platte: {{n}} mehr nötig',
  },
  'not enough space on the disk of the converter: {{n}} more needed': {
    sv: 'inte nog plats på konverterarens disk: {{n}} till behövs',
    ko: '변환기의 디스크 공간이 부족합니다. {{n}}이(가) 더 필요합니다',
    de: 'nicht genug Platz auf der Platte des Umwandlers: {{n}} mehr nötig',
  },
  'not enough space on the media storage: {{n}} more needed': {
    sv: 'inte nog plats i medielagringen: {{n}} till behövs',
    ko: '미디어 저장소의 공간이 부족합니다. {{n}}이(가) 더 필요합니다',
    de: 'nicht genug Platz im Medienspeicher: {{n}} mehr nötig',
  },
  // How a site tells of a channel.
  'You unsubscribed it; it is polled.': {
    sv: 'Du avslutade prenumerationen; kanalen tillfrågas.',
    ko: '구독을 해지했습니다. 주기적으로 확인합니다.',
    de: 'Sie haben ihn abbestellt; er wird regelmäßig gefragt.',
  },
  'The site ended it: {{reason}}.': {
    sv: 'Webbplatsen avslutade den: {{reason}}.',
    ko: '사이트가 끝냈습니다: {{reason}}.',
    de: 'Die Seite hat es beendet: {{reason}}.',
  },
  'The socket to the site is lost and is made again; until then the channel is polled.': {
    sv: 'Socketen till webbplatsen bröts och öppnas igen; tills dess tillfrågas kanalen.',
    ko: '사이트와의 소켓이 끊겨 다시 엽니다. 그때까지 채널을 주기적으로 확인합니다.',
    de: 'Der Socket zur Seite ist abgerissen und wird neu geöffnet; bis dahin wird der Kanal regelmäßig gefragt.',
  },
  'Twitch takes no more subscriptions: {{why}}. This channel is polled.': {
    sv: 'Twitch tar inte emot fler prenumerationer: {{why}}. Kanalen tillfrågas.',
    ko: 'Twitch가 구독을 더 받지 않습니다: {{why}}. 이 채널은 주기적으로 확인합니다.',
    de: 'Twitch nimmt keine weiteren Abonnements an: {{why}}. Dieser Kanal wird regelmäßig gefragt.',
  },
  'Twitch has ended this kind of subscription: {{why}}. A newer Vodkeep may know its successor.': {
    sv: 'Twitch har avskaffat den sortens prenumeration: {{why}}. En nyare Vodkeep känner kanske efterföljaren.',
    ko: 'Twitch가 이 구독 종류를 없앴습니다: {{why}}. 새 Vodkeep이 후속을 알 수도 있습니다.',
    de: 'Twitch hat diese Art von Abonnement abgeschafft: {{why}}. Ein neueres Vodkeep kennt vielleicht den Nachfolger.',
  },
  'Twitch refuses the subscription: {{why}}. The address of the webhook must be https on port 443, reachable from outside and with a valid certificate.':
    {
      sv: 'Twitch avvisar prenumerationen: {{why}}. Webhookens adress måste vara https på port 443, nåbar utifrån och ha ett giltigt certifikat.',
      ko: 'Twitch가 구독을 거부합니다: {{why}}. 웹훅 주소는 포트 443의 https이고 밖에서 접근할 수 있으며 인증서가 유효해야 합니다.',
      de: 'Twitch lehnt das Abonnement ab: {{why}}. Die Adresse des Webhooks muss https auf Port 443 sein, von außen erreichbar und mit gültigem Zertifikat.',
    },
  'Twitch refuses the subscription: {{why}}. Sign in again under {{where}} if this lasts.': {
    sv: 'Twitch avvisar prenumerationen: {{why}}. Logga in igen under {{where}} om det fortsätter.',
    ko: 'Twitch가 구독을 거부합니다: {{why}}. 계속되면 {{where}}에서 다시 로그인하십시오.',
    de: 'Twitch lehnt das Abonnement ab: {{why}}. Melden Sie sich unter {{where}} neu an, wenn es anhält.',
  },
  // Accounts at a site.
  'Twitch has ended your sign-in. Sign in again under {{where}}.': {
    sv: 'Twitch har avslutat din inloggning. Logga in igen under {{where}}.',
    ko: 'Twitch가 로그인을 끝냈습니다. {{where}}에서 다시 로그인하십시오.',
    de: 'Twitch hat Ihre Anmeldung beendet. Melden Sie sich unter {{where}} neu an.',
  },
  'You are not signed in at Twitch. Sign in under {{where}}.': {
    sv: 'Du är inte inloggad på Twitch. Logga in under {{where}}.',
    ko: 'Twitch에 로그인되어 있지 않습니다. {{where}}에서 로그인하십시오.',
    de: 'Sie sind bei Twitch nicht angemeldet. Melden Sie sich unter {{where}} an.',
  },
  'No Twitch app is set up: live channels are found by public look-ups, without push messages. Give the id and secret of your Twitch app under {{where}}.':
    {
      sv: 'Ingen Twitch-app är inställd: livekanaler hittas genom publika frågor, utan push. Ange id och hemlighet för din Twitch-app under {{where}}.',
      ko: 'Twitch 앱이 설정되지 않았습니다. 라이브 채널은 알림 없이 공개 조회로 찾습니다. {{where}}에 Twitch 앱의 ID와 비밀 값을 넣으십시오.',
      de: 'Keine Twitch-App ist eingerichtet: Live-Kanäle werden durch öffentliche Anfragen gefunden, ohne Meldungen. Geben Sie Id und Geheimnis Ihrer Twitch-App unter {{where}} an.',
    },
  'The secret of the Twitch app is wrong. Make a new one at {{console}} and give it under {{where}}.': {
    sv: 'Twitch-appens hemlighet är fel. Skapa en ny på {{console}} och ange den under {{where}}.',
    ko: 'Twitch 앱의 비밀 값이 틀렸습니다. {{console}}에서 새로 만들어 {{where}}에 넣으십시오.',
    de: 'Das Geheimnis der Twitch-App ist falsch. Erstellen Sie unter {{console}} ein neues und geben Sie es unter {{where}} an.',
  },
  'Twitch does not know the client id of the app. Copy it from {{console}} into {{where}}.': {
    sv: 'Twitch känner inte appens klient-id. Kopiera det från {{console}} till {{where}}.',
    ko: 'Twitch가 앱의 클라이언트 ID를 모릅니다. {{console}}에서 {{where}}(으)로 복사하십시오.',
    de: 'Twitch kennt die Client-Id der App nicht. Kopieren Sie sie von {{console}} nach {{where}}.',
  },
  'Twitch refuses the app{{said}}. Check its id and secret under {{where}}.': {
    sv: 'Twitch avvisar appen{{said}}. Kontrollera id och hemlighet under {{where}}.',
    ko: 'Twitch가 앱을 거부합니다{{said}}. {{where}}에서 ID와 비밀 값을 확인하십시오.',
    de: 'Twitch lehnt die App ab{{said}}. Prüfen Sie Id und Geheimnis unter {{where}}.',
  },
  'Twitch refuses the app. Check its id and secret under {{where}}.': {
    sv: 'Twitch avvisar appen. Kontrollera id och hemlighet under {{where}}.',
    ko: 'Twitch가 앱을 거부합니다. {{where}}에서 ID와 비밀 값을 확인하십시오.',
    de: 'Twitch lehnt die App ab. Prüfen Sie Id und Geheimnis unter {{where}}.',
  },
  'The sign-in belongs to another Twitch app. Sign in again under {{where}}.': {
    sv: 'Inloggningen hör till en annan Twitch-app. Logga in igen under {{where}}.',
    ko: '다른 Twitch 앱의 로그인입니다. {{where}}에서 다시 로그인하십시오.',
    de: 'Die Anmeldung gehört zu einer anderen Twitch-App. Melden Sie sich unter {{where}} neu an.',
  },
  'Twitch accepts the app.': {
    sv: 'Twitch godtar appen.',
    ko: 'Twitch가 앱을 받아들였습니다.',
    de: 'Twitch nimmt die App an.',
  },
  'Signed in at Twitch as {{login}}.': {
    sv: 'Inloggad på Twitch som {{login}}.',
    ko: 'Twitch에 {{login}}(으)로 로그인되어 있습니다.',
    de: 'Bei Twitch angemeldet als {{login}}.',
  },
  'Twitch knows this token as {{login}}.': {
    sv: 'Twitch känner nyckeln som {{login}}.',
    ko: 'Twitch가 아는 이 토큰의 계정: {{login}}.',
    de: 'Twitch kennt dieses Token als {{login}}.',
  },
  'There is nothing to try: give the id and the secret of the app.': {
    sv: 'Det finns inget att pröva: ange appens id och hemlighet.',
    ko: '시험할 것이 없습니다. 앱의 ID와 비밀 값을 넣으십시오.',
    de: 'Es gibt nichts zu prüfen: geben Sie Id und Geheimnis der App an.',
  },
  'There is nothing to try: give the token.': {
    sv: 'Det finns inget att pröva: ange nyckeln.',
    ko: '시험할 것이 없습니다. 토큰을 넣으십시오.',
    de: 'Es gibt nichts zu prüfen: geben Sie das Token an.',
  },
  'This is no playback token: it is the value of the cookie auth-token of twitch.tv, letters and digits only.': {
    sv: 'Det är ingen uppspelningsnyckel: den är värdet av kakan auth-token från twitch.tv, bara bokstäver och siffror.',
    ko: '재생 토큰이 아닙니다. twitch.tv의 auth-token 쿠키 값이며 글자와 숫자로만 되어 있습니다.',
    de: 'Das ist kein Wiedergabe-Token: es ist der Wert des Cookies auth-token von twitch.tv, nur Buchstaben und Ziffern.',
  },
  'Twitch does not know this playback token. Sign in at twitch.tv again and copy the new one.': {
    sv: 'Twitch känner inte uppspelningsnyckeln. Logga in på twitch.tv igen och kopiera den nya.',
    ko: 'Twitch가 이 재생 토큰을 모릅니다. twitch.tv에 다시 로그인해 새 토큰을 복사하십시오.',
    de: 'Twitch kennt dieses Wiedergabe-Token nicht. Melden Sie sich bei twitch.tv neu an und kopieren Sie das neue.',
  },
  'Twitch does not take the playback token. Sign in at twitch.tv again and copy the new one into the settings.': {
    sv: 'Twitch godtar inte uppspelningsnyckeln. Logga in på twitch.tv igen och kopiera den nya till inställningarna.',
    ko: 'Twitch가 재생 토큰을 받지 않습니다. twitch.tv에 다시 로그인해 새 토큰을 설정에 넣으십시오.',
    de: 'Twitch nimmt das Wiedergabe-Token nicht an. Melden Sie sich bei twitch.tv neu an und kopieren Sie das neue in die Einstellungen.',
  },
  'Twitch refuses our token, also a new one{{said}}. Check the app and the sign-in under {{where}}.': {
    sv: 'Twitch avvisar vår nyckel, även en ny{{said}}. Kontrollera appen och inloggningen under {{where}}.',
    ko: 'Twitch가 새 토큰까지 거부합니다{{said}}. {{where}}에서 앱과 로그인을 확인하십시오.',
    de: 'Twitch lehnt unser Token ab, auch ein neues{{said}}. Prüfen Sie App und Anmeldung unter {{where}}.',
  },
  'Twitch refuses our token, also a new one. Check the app and the sign-in under {{where}}.': {
    sv: 'Twitch avvisar vår nyckel, även en ny. Kontrollera appen och inloggningen under {{where}}.',
    ko: 'Twitch가 새 토큰까지 거부합니다. {{where}}에서 앱과 로그인을 확인하십시오.',
    de: 'Twitch lehnt unser Token ab, auch ein neues. Prüfen Sie App und Anmeldung unter {{where}}.',
  },
  'Twitch answers that we ask too often.': {
    sv: 'Twitch svarar att vi frågar för ofta.',
    ko: 'Twitch가 너무 자주 묻는다고 응답합니다.',
    de: 'Twitch antwortet, dass wir zu oft fragen.',
  },
  'Twitch answers with an error (HTTP {{status}}).': {
    sv: 'Twitch svarar med ett fel (HTTP {{status}}).',
    ko: 'Twitch가 오류로 응답합니다(HTTP {{status}}).',
    de: 'Twitch antwortet mit einem Fehler (HTTP {{status}}).',
  },
  'This video is only for subscribers of the channel, and the viewer whose playback token stands in the settings is none.':
    {
      sv: 'Videon är bara för kanalens prenumeranter, och tittaren vars uppspelningsnyckel står i inställningarna är ingen.',
      ko: '채널 구독자만 볼 수 있는 영상이며, 설정의 재생 토큰은 구독자의 것이 아닙니다.',
      de: 'Dieses Video ist nur für Abonnenten des Kanals, und der Zuschauer, dessen Wiedergabe-Token in den Einstellungen steht, ist keiner.',
    },
  'This video is only for subscribers of the channel. Put the playback token of a subscriber into the settings (Settings > Sites) and try again.':
    {
      sv: 'Videon är bara för kanalens prenumeranter. Lägg en prenumerants uppspelningsnyckel i inställningarna (Inställningar > Webbplatser) och försök igen.',
      ko: '채널 구독자만 볼 수 있는 영상입니다. 설정(설정 > 사이트)에 구독자의 재생 토큰을 넣고 다시 시도하십시오.',
      de: 'Dieses Video ist nur für Abonnenten des Kanals. Tragen Sie das Wiedergabe-Token eines Abonnenten in die Einstellungen ein (Einstellungen > Seiten) und versuchen Sie es noch einmal.',
    },
  'Twitch has no video {{id}} (any more): it was deleted, is private, or its time was over.': {
    sv: 'Twitch har ingen video {{id}} (längre): den raderades, är privat eller har gått ut.',
    ko: 'Twitch에 영상 {{id}}이(가) (더는) 없습니다. 지워졌거나 비공개이거나 기간이 지났습니다.',
    de: 'Twitch hat kein Video {{id}} (mehr): es wurde gelöscht, ist privat, oder seine Zeit war um.',
  },
  'You did not allow it at the site. Nothing was changed.': {
    sv: 'Du tillät det inte på webbplatsen. Ingenting ändrades.',
    ko: '사이트에서 허용하지 않았습니다. 아무것도 바뀌지 않았습니다.',
    de: 'Sie haben es auf der Seite nicht erlaubt. Nichts wurde geändert.',
  },
  'The site refused: {{why}}.': {
    sv: 'Webbplatsen nekade: {{why}}.',
    ko: '사이트가 거부했습니다: {{why}}.',
    de: 'Die Seite lehnte ab: {{why}}.',
  },
  'This sign-in did not begin here, or took too long. Begin again.': {
    sv: 'Inloggningen började inte här, eller tog för lång tid. Börja om.',
    ko: '여기서 시작한 로그인이 아니거나 너무 오래 걸렸습니다. 다시 시작하십시오.',
    de: 'Diese Anmeldung begann nicht hier oder dauerte zu lange. Beginnen Sie neu.',
  },
};
