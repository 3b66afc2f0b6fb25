module vodkeep/foreign/gohlslib

go 1.24

require (
	github.com/bluenviron/gohlslib/v2 v2.2.2
	github.com/bluenviron/mediacommon/v2 v2.4.0
)

require (
	github.com/abema/go-mp4 v1.4.1 // indirect
	github.com/asticode/go-astikit v0.30.0 // indirect
	github.com/asticode/go-astits v1.13.0 // indirect
	github.com/google/uuid v1.3.0 // indirect
)
